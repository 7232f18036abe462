import Ecosystem
import Text

/// The build settings of an `.xcconfig` file together with the files that it includes.
///
///     #include "Base.xcconfig"
///     IPHONEOS_DEPLOYMENT_TARGET = 15.0 // comment
struct SettingsText: Sendable {
  var values: [String: String] = [:]
  /// Keys that have a value in some builds only: `SDKROOT[arch=arm64] = …`.
  var partial: Set<String> = []
  /// Why further values may be missing, as the continuation of a target's name; nil if all are known.
  var obstacle: String?

  /// A line of a file.
  enum Line {
    case value(key: String, String)
    /// The value applies only if a condition holds.
    case condition(key: String)
    case include(String, isOptional: Bool)
  }

  /// Reads the lines that set or include something.
  static func lines(of text: SourceText) -> [Line] {
    text.bytes.lines.compactMap { line in
      let words = String(decoding: line, as: UTF8.self)
      let plain = words.firstRange(of: "//").map { words[..<$0.lowerBound] } ?? words[...]
      if plain.trimmed.hasPrefix("#include") { return include(plain.trimmed) }
      guard let equals = plain.firstIndex(of: "=") else { return nil }
      if let bracket = plain.firstIndex(of: "["), bracket < equals {
        return .condition(key: plain[..<bracket].trimmed)
      }
      return .value(
        key: plain[..<equals].trimmed, plain[plain.index(after: equals)...].trimmed)
    }
  }

  private static func include(_ line: String) -> Line? {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    return .include(String(parts[1]), isOptional: parts[0].contains("?"))
  }
}

extension ContentsReader {
  /// The number of `.xcconfig` files that one target may include.
  private static let settingsLimit = 50

  /// Reads an `.xcconfig` file and what it includes; a later value replaces an earlier one.
  func settings(_ path: String) async throws(Problem) -> SettingsText {
    var result = SettingsText()
    var open = [(path: path, lines: SettingsText.lines(of: try await text(path))[...])]
    var seen: Set<String> = [path]
    while var next = open.popLast() {
      guard let line = next.lines.popFirst() else { continue }
      open.append(next)
      switch line {
      case .value(let key, let value): result.values[key] = value
      case .condition(let key): result.partial.insert(key)
      case .include(let written, let isOptional):
        guard let found = Path.normalized(written, in: Path.folder(of: next.path)),
          tree.listing.contains(found)
        else {
          if !isOptional { result.miss(written, "isn't in the repository") }
          continue
        }
        guard seen.count < Self.settingsLimit, seen.insert(found).inserted else {
          result.miss(written, "isn't read")
          continue
        }
        open.append((found, SettingsText.lines(of: try await text(found))[...]))
      }
    }
    return result
  }
}

extension SettingsText {
  /// Forgets the values so far, which a file that isn't known can replace.
  fileprivate mutating func miss(_ file: String, _ reason: String) {
    values = [:]
    obstacle = obstacle ?? "takes settings from \(file), which \(reason)"
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.reversed().drop(while: \.isWhitespace).reversed())
  }
}
