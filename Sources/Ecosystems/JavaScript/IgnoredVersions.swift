package import Ecosystem

/// The versions that a rule of `ignore` in `dependabot.yml` names for JavaScript.
///
/// After an operator, Dependabot compares versions as RubyGems does
/// (`Dependabot::NpmAndYarn::Requirement`), so `> 4` includes 4.0.1, `~> 4.1` includes 4.9.0, and
/// `>= 4.a` starts at the first pre-release of 4. Everything else is node-semver's grammar:
/// `^1.2`, `4.x`, `1.0.0 - 2.0.0`. A comma joins bounds that must all hold.
package struct IgnoredVersions {
  private let range: Range

  /// Returns nil unless all of the text is understood.
  package init?(_ text: String) {
    let alternatives = text.split(separator: "||", omittingEmptySubsequences: false)
    let parts = alternatives.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    let translated = alternatives.map(Self.translated).joined(separator: " || ")
    guard let range = Range(translated, includePrerelease: true) else { return nil }
    self.range = range
  }

  /// Whether a version is among those that `text` names.
  @Sendable package static func condition(_ version: String, _ text: String) throws(Problem) -> Bool
  {
    guard let version = Version(version, loose: true) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    guard let ignored = IgnoredVersions(text) else {
      throw Problem(.usage, "is not a range of versions", subject: text)
    }
    return ignored.contains(version)
  }

  /// Pre-releases are compared like other versions.
  package func contains(_ version: Version) -> Bool { range.contains(version) }

  /// Writes one alternative in node-semver's grammar.
  private static func translated(_ alternative: Substring) -> String {
    var bounds: [String] = []
    var pending = ""
    for word in alternative.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let mark = pending + word.prefix { "<>=~^".contains($0) }
      let number = word.drop { "<>=~^".contains($0) }
      pending = number.isEmpty ? mark : ""
      if !number.isEmpty { bounds.append(bound(mark, number)) }
    }
    return (bounds + (pending.isEmpty ? [] : [pending])).joined(separator: " ")
  }

  private static func bound(_ mark: String, _ number: Substring) -> String {
    guard let bound = RubyBound(number) else { return mark + number }
    return switch mark {
    case ">", ">=", "<", "<=", "=": mark + bound.text
    case "~>": ">=\(bound.text) <\(bound.bumped)"
    default: mark + number
    }
  }
}

/// A version as RubyGems pads it: `4` is 4.0.0, and `4.a` comes before every pre-release of 4.0.0.
private struct RubyBound {
  var numbers: [Int]
  var isFirstPrerelease = false

  /// Returns nil for a complete version with a pre-release or a build, which needs no padding.
  init?(_ text: Substring) {
    var parts = text.drop { $0 == "v" }.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, parts.last == "a" {
      isFirstPrerelease = true
      parts.removeLast()
    }
    while let last = parts.last, ["x", "X", "*"].contains(last) { parts.removeLast() }
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) ? Int($0) : nil }
    guard 1...3 ~= parts.count, numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 })
    else { return nil }
    self.numbers = numbers
  }

  var text: String { Self.padded(numbers) + (isFirstPrerelease ? "-0" : "") }

  /// The first version that `~>` excludes, with its pre-releases.
  var bumped: String {
    var head = numbers.count > 1 ? numbers.dropLast() : numbers[...]
    let (sum, overflows) = (head.popLast() ?? 0).addingReportingOverflow(1)
    return Self.padded(head + [overflows ? Int.max : sum]) + "-0"
  }

  private static func padded(_ numbers: [Int]) -> String {
    (numbers + [0, 0]).prefix(3).map(String.init).joined(separator: ".")
  }
}
