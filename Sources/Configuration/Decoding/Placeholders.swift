/// What becomes of `${env:NAME}` and `${file:PATH}` in a file's values.
package enum Placeholders: Sendable {
  /// The file has none: `${` is text. So it is in a repository's file.
  case none
  /// Their form is checked, but nothing is looked up, as when a file is only validated.
  case unresolved
  /// They are looked up, and stay open if there is no such variable or file: a file can be checked
  /// on a machine that has only some of its secrets.
  case available(
    environment: @Sendable (_ name: String) -> String?,
    file: @Sendable (_ path: String) -> String?)
  /// They are looked up; nil says that there is no such variable or file.
  case resolved(
    environment: @Sendable (_ name: String) -> String?,
    file: @Sendable (_ path: String) -> String?)
}

/// Why a placeholder stands for nothing; names the variable or file, never what is in it.
struct PlaceholderProblem: Error, Hashable {
  var message: String
}

/// A scalar's text after its placeholders.
struct Expanded {
  var text: String
  /// A placeholder is left in it, so that nothing can be said of its form.
  var isOpen = false
}

extension Placeholders {
  /// Resolves the placeholders of a text; a file's last newline is left out.
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
