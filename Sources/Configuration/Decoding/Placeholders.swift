/// How `${env:NAME}` and `${file:PATH}` in values are resolved.
package enum Placeholders: Sendable {
  /// They aren't: `${` is text, as in a repository's file.
  case none
  /// Only their syntax is checked, to validate a file.
  case unresolved
  /// They are resolved if the variable or file exists, to validate a file on a machine with only
  /// some of its secrets.
  case available(
    environment: @Sendable (_ name: String) -> String?,
    file: @Sendable (_ path: String) -> String?)
  /// They are resolved; nil means that there is no such variable or file, which is an error.
  case resolved(
    environment: @Sendable (_ name: String) -> String?,
    file: @Sendable (_ path: String) -> String?)
}

/// A placeholder that can't be resolved; the message names the variable or file, not its content.
struct PlaceholderProblem: Error, Hashable {
  var message: String
}

/// The text of a scalar with resolved placeholders.
struct Expanded {
  var text: String
  /// Whether a placeholder is unresolved, so that the format can't be checked.
  var isOpen = false
}

extension Placeholders {
  /// Resolves the placeholders of a text; the newline at the end of a file is dropped.
  func expand(_ text: String) throws(PlaceholderProblem) -> Expanded {
    if case .none = self { return Expanded(text: text) }
    var result = Expanded(text: "")
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      result.text += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw PlaceholderProblem(message: "'${' without its '}'")
      }
      let name = rest[start.upperBound..<end]
      if let value = try resolve(name) {
        result.text += value
      } else {
        result.isOpen = true
        result.text += rest[start.lowerBound...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    result.text += rest
    return result
  }

  private func resolve(_ name: Substring) throws(PlaceholderProblem) -> String? {
    let parts = name.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == "env" || parts[0] == "file" else {
      throw PlaceholderProblem(
        message: "unknown placeholder '${\(name)}'; known are ${env:NAME} and ${file:PATH}")
    }
    let what = String(parts[1])
    if case .available(let environment, let file) = self {
      let value = parts[0] == "env" ? environment(what) : file(what)
      return value.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
    }
    guard case .resolved(let environment, let file) = self else { return nil }
    if parts[0] == "env" {
      if let value = environment(what) { return value }
      throw PlaceholderProblem(message: "the environment has no variable \(what)")
    }
    guard let value = file(what) else {
      throw PlaceholderProblem(message: "the file \(what) cannot be read")
    }
    return value.hasSuffix("\n") ? String(value.dropLast()) : value
  }
}
