import Text
import Ecosystem
import JSON
import JavaScript

/// The `resolutions` of a root manifest, as Yarn 1 applies them.
///
///     "resolutions": {"a": "1.0.0", "b/**/c": "2.0.0"}
struct ClassicResolutions {
  private struct Rule {
    var path: [String]
    var pattern: Pattern
  }

  private var rules: [Rule] = []

  /// The patterns that the rules ask for; Yarn locks them even if no package needs them.
  var patterns: [Pattern] {
    // By package, in the order in which the packages are first mentioned.
    var names: [String] = []
    for rule in rules where !names.contains(rule.pattern.name) { names.append(rule.pattern.name) }
    return names.flatMap { name in rules.map(\.pattern).filter { $0.name == name } }
  }

  /// Reads the rules; Yarn ignores a key that isn't a path, and a value that is a tag.
  ///
  /// - Throws: a refusal for a pattern beyond `*` and `**`.
  init(_ manifest: JSON.Node) throws(Problem) {
    for member in manifest["resolutions"]?.members ?? [] {
      guard let range = member.value.string else { continue }
      let key = member.key
      guard !key.hasSuffix("/"), !key.hasSuffix("*"), !key.contains("//"), !key.isEmpty,
        ClassicRange.isValid(range) || ClassicRange(range) != .registry
      else { continue }
      guard !key.contains(where: { "?{}[]()!+|#".contains($0) }) else {
        throw Problem(
          .refused, "is a pattern of resolutions beyond * and **", subject: key,
          at: member.value.location)
      }
      var path = key.slashParts().map(String.init)
      let name = Self.name(at: path)
      if name == key { path.insert("**", at: 0) }
      rules.append(Rule(path: path, pattern: Pattern(name: name, range: range)))
    }
  }

  /// Returns the name at the end of a path, with its scope.
  private static func name(at path: [String]) -> String {
    guard path.count > 1, path[path.count - 2].hasPrefix("@") else { return path.last ?? "" }
    return path.suffix(2).joined(separator: "/")
  }

  /// Returns the pattern that replaces a dependency; nil if no rule matches.
  ///
  /// The parents are the names of the packages that lead to the dependency.
  func replacement(for pattern: Pattern, below parents: [String]) -> Pattern? {
    if rules.isEmpty { return nil }
    let path = (parents + [pattern.name]).flatMap { $0.slashParts().map(String.init) }
    return rules.first { $0.pattern.name == pattern.name && Self.matches(path[...], $0.path[...]) }?
      .pattern
  }

  private static func matches(_ path: ArraySlice<String>, _ rule: ArraySlice<String>) -> Bool {
    guard let part = rule.first else { return path.isEmpty }
    if part == "**" {
      var rest = path
      while true {
        if matches(rest, rule.dropFirst()) { return true }
        guard let next = rest.first, !next.hasPrefix(".") else { return false }
        rest = rest.dropFirst()
      }
    }
    guard let name = path.first, isMatch(name[...], part[...]) else { return false }
    return matches(path.dropFirst(), rule.dropFirst())
  }

  /// Whether `*` in a part of a rule stands for the rest of a name.
  private static func isMatch(_ name: Substring, _ part: Substring) -> Bool {
    let pieces = part.split(separator: "*", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return name == part }
    guard let first = pieces.first, let last = pieces.last, name.hasPrefix(first),
      name.count >= first.count + last.count, name.hasSuffix(last)
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
