import Text

/// A condition on the name of a dependency, as Renovate writes it.
enum RenovateName: Hashable, Sendable {
  /// A name, or a glob with `*` as its only wildcard; letters match in both cases.
  case glob(String)
  /// A regular expression without slashes.
  case expression(String, ignoresCase: Bool)

  /// Reads an element of `matchPackageNames`: `react`, `@types/**`, `/^eslint/i`.
  ///
  /// - Returns: nil if martlet can't express it; several for a glob with choices in braces.
  static func read(_ text: String) -> [RenovateName]? {
    guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.startIndex,
      ["", "i"].contains(text[text.index(after: end)...])
    else { return globs(text)?.map { .glob($0) } }
    let source = String(text[text.index(after: text.startIndex)..<end])
    return read(expression: source, ignoresCase: text.hasSuffix("i")).map { [$0] }
  }

  /// Reads an element of `matchPackagePatterns`: a regular expression without slashes.
  ///
  /// - Returns: nil if martlet's expressions lack a part of it.
  static func read(expression source: String, ignoresCase: Bool = false) -> RenovateName? {
    let isFlagged = source.hasPrefix("(?i)")
    let name = expression(
      isFlagged ? String(source.dropFirst("(?i)".count)) : source,
      ignoresCase: ignoresCase || isFlagged)
    return name.matcher(in: "npm").flatMap { try? NameMatcher($0) } == nil ? nil : name
  }

  /// Whether it matches every name.
  var matchesAll: Bool {
    switch self {
    case .glob(let text): ["*", "**", "**/*"].contains(text)
    case .expression(let source, _): ["", ".*", "^.*$", "^", ".+"].contains(source)
    }
  }

  /// The text for `match: {name}` in an entry; nil if nothing in that ecosystem has such a name.
  func matcher(in word: String) -> String? {
    if matchesAll { return "*" }
    switch self {
    case .glob(let text):
      if let pattern = pattern(in: word) { return pattern }
      guard word != "swift" || text.contains("/") else { return nil }
      let start = word == "swift" ? #"^[^\/]+\/"# : "^"
      return "/\(start)\(expressionText(of: text))$/i"
    case .expression(let source, let ignoresCase):
      return word == "swift"
        ? swiftMatcher(source, ignoresCase) : "/\(source)/\(ignoresCase ? "i" : "")"
    }
  }

  /// The name or pattern with `*` that matches the same names in an entry; nil if no pattern does.
  ///
  /// martlet's `*` crosses slashes, Renovate's doesn't. Renovate calls a Swift package
  /// `apple/swift-nio`, which martlet knows as `swift-nio` and `github.com/apple/swift-nio`.
  func pattern(in word: String) -> String? {
    if matchesAll { return "*" }
    guard case .glob(let text) = self else { return nil }
    guard text.contains("*") else {
      guard word == "swift" else { return text }
      return text.slashParts().count == 2 && !text.hasPrefix("@") ? "*/\(text)" : nil
    }
    guard word != "swift", isExact(text, in: word) else { return nil }
    return text.replacing("**/*", with: "*").replacing("**", with: "*")
  }

  /// The pattern for `groups`, where it doesn't matter that patterns ignore case.
  func groupPattern(in word: String) -> String? {
    guard case .expression(let source, _) = self, word != "swift" else {
      return pattern(in: word)
    }
    return simplePattern(for: source)
  }
}

/// Whether the stars of a glob match the same names in an ecosystem if they cross slashes.
private func isExact(_ text: String, in word: String) -> Bool {
  let segments = text.slashParts(omittingEmptySubsequences: false)
  if segments.allSatisfy({ $0 == "**" || !$0.contains("*") }) { return true }
  switch word {
  // The names have no slash, or one after the scope.
  case "bundler", "cocoapods": return segments.count == 1
  case "npm":
    return segments.count == 2 && text.hasPrefix("@")
      || segments.count == 1 && !text.hasPrefix("*") && !text.hasPrefix("@")
  default: return false
  }
}

/// A glob as the inside of a regular expression.
private func expressionText(of glob: String) -> String {
  var result = ""
  for (index, segment) in glob.slashParts(omittingEmptySubsequences: false).enumerated() {
    if index > 0 { result += #"\/"# }
    guard segment != "**" else {
      result += ".*"
      continue
    }
    for character in segment {
      switch character {
      case "*": if !result.hasSuffix(#"[^\/]*"#) { result += #"[^\/]*"# }
      case ".", "+", "^", "$", "|": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }
  return result
}

/// An expression about `apple/swift-nio`, for the name with its host; nil if it can't be moved there.
private func swiftMatcher(_ source: String, _ ignoresCase: Bool) -> String? {
  let rest = source.hasPrefix("^") ? String(source.dropFirst()) : source
  guard !rest.contains("^") else { return nil }
  let start = source.hasPrefix("^") ? #"^[^\/]+\/"# : #"^[^\/]+\/.*"#
  // Alternatives at the top would end the prefix.
  guard !source.hasPrefix("^") || !rest.contains("|") || rest.hasPrefix("(") else { return nil }
  let text = "/\(start)(?:\(rest))/\(ignoresCase ? "i" : "")"
  return (try? NameMatcher(text)) == nil ? nil : text
}

/// The same glob without choices in braces; nil if it has more than `*` and `{a,b}`.
func globs(_ text: String) -> [String]? {
  guard !text.isEmpty, !text.contains(where: { "?[]()\\!".contains($0) }) else { return nil }
  guard let open = text.firstIndex(of: "{") else {
    return text.contains("}") ? nil : [text]
  }
  guard let close = text[open...].firstIndex(of: "}") else { return nil }
  let choices = text[text.index(after: open)..<close].split(
    separator: ",", omittingEmptySubsequences: false)
  let rest = String(text[text.index(after: close)...])
  guard (2...20).contains(choices.count), !rest.contains("{") else { return nil }
  var found: [String] = []
  for choice in choices {
    guard let more = globs(String(text[..<open]) + choice + rest) else { return nil }
    found += more
  }
  return found
}

/// The pattern with `*` that means the same as a simple regular expression: letters that stand for
/// themselves, `^`, `$` and `.*`; nil for others.
private func simplePattern(for expression: String) -> String? {
  var rest = Substring(expression)
  var isOpenAtEnd = true
  var pattern = rest.hasPrefix("^") ? "" : "*"
  if rest.hasPrefix("^") { rest.removeFirst() }
  while let first = rest.popFirst() {
    switch first {
    case "\\":
      guard let next = rest.popFirst(), "./-@_$^+".contains(next) else { return nil }
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
