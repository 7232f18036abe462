/// Conditions on names, as martlet's patterns.
struct RenovateNames: Hashable, Sendable {
  /// Names and patterns with `*`.
  var patterns: [String] = []
  /// Regular expressions between slashes, which only `match: {name}` has.
  var expressions: [String] = []
  /// Names and patterns that are excluded.
  var excluded: [String] = []
  /// Texts that martlet can't express.
  var unknown: [String] = []

  /// Whether any name is fine.
  var isEmpty: Bool { self == RenovateNames() }

  /// Names that match, for `match: {name}`.
  var all: [String] { patterns + expressions }

  /// Adds an element of `matchPackageNames`: `react`, `@types/**`, `/^eslint/`, `!react`.
  mutating func add(_ text: String) {
    if text.hasPrefix("!") { return exclude(String(text.dropFirst())) }
    guard let expression = expression(in: text) else {
      guard let globs = globs(text) else { return unknown.append(text) }
      return patterns += globs
    }
    add(expression: expression)
  }

  /// Adds an element of `matchPackagePatterns`: a regular expression without slashes.
  mutating func add(expression: String) {
    if let pattern = pattern(for: expression) {
      patterns.append(pattern)
    } else {
      expressions.append("/\(expression)/")
    }
  }

  /// Adds an element of `excludePackageNames`.
  mutating func exclude(_ text: String) {
    if let expression = expression(in: text) { return exclude(expression: expression) }
    guard let globs = globs(text) else { return unknown.append("!\(text)") }
    excluded += globs
  }

  /// Adds an element of `excludePackagePatterns`.
  mutating func exclude(expression: String) {
    guard let pattern = pattern(for: expression) else { return unknown.append("!/\(expression)/") }
    excluded.append(pattern)
  }
}

/// The regular expression between slashes; nil for other texts.
private func expression(in text: String) -> String? {
  guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.startIndex,
    ["", "i"].contains(text[text.index(after: end)...])
  else { return nil }
  return String(text[text.index(after: text.startIndex)..<end])
}

/// The same glob with `*` only, which crosses slashes; nil if it has more than `*` and `{a,b}`.
private func globs(_ text: String) -> [String]? {
  guard !text.isEmpty, !text.contains(where: { "?[]()\\".contains($0) }) else { return nil }
  guard let open = text.firstIndex(of: "{") else {
    guard !text.contains("}") else { return nil }
    return [text.replacing("**/*", with: "*").replacing("**", with: "*")]
  }
  guard let close = text[open...].firstIndex(of: "}") else { return nil }
  let choices = text[text.index(after: open)..<close].split(
    separator: ",", omittingEmptySubsequences: false)
  guard choices.count <= 20 else { return nil }
  let rest = String(text[text.index(after: close)...])
  guard !rest.contains("{") else { return nil }
  var found: [String] = []
  for choice in choices {
    guard let more = globs(String(text[..<open]) + choice + rest) else { return nil }
    found += more
  }
  return found
}

/// The pattern with `*` that means the same as a simple regular expression: letters that stand for
/// themselves, `^`, `$` and `.*`; nil for others.
private func pattern(for expression: String) -> String? {
  var rest = Substring(expression)
  var isOpenAtEnd = true
  var pattern = rest.hasPrefix("^") ? "" : "*"
  if rest.hasPrefix("^") { rest.removeFirst() }
  while let first = rest.popFirst() {
    switch first {
    case "\\":
      guard let next = rest.popFirst(), "./-@_$^*+".contains(next), next != "*" else { return nil }
      pattern.append(next)
    case "$" where rest.isEmpty: isOpenAtEnd = false
    case "." where rest.hasPrefix("*"):
      rest.removeFirst()
      pattern.append("*")
    case ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "^", "$": return nil
    default: pattern.append(first)
    }
  }
  if isOpenAtEnd { pattern.append("*") }
  while pattern.contains("**") { pattern = pattern.replacing("**", with: "*") }
  return pattern
}
