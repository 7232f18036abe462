package import Forges

/// Detects the style of a repository's commit messages, by Dependabot's rules.
///
/// The last dependency update by a bot is the model. Without one, the commits of people decide: at
/// least 30 % with Angular prefixes give `build(deps)` or `chore(deps)`, more than 30 % with ESLint
/// prefixes `Upgrade`, with gitmoji an arrow, with other prefixes `build(deps)`. Merges are not
/// counted.
package struct HouseStyle {
  private let people: [String]
  private let lastOfBots: String?

  /// Analyzes the newest commits of a branch, newest first.
  package init(_ commits: [Commit]) {
    let own = commits.filter { !$0.subject.hasPrefix("Merge") }
    people = own.filter { !$0.isOfBot }.map(\.subject)
    lastOfBots = own.first { $0.isOfBot && $0.updatesDependencies }?.subject
  }

  /// The style for titles of updates.
  package var title: TitleStyle { lastOfBots.flatMap(model) ?? ofPeople }

  /// Parses the subject of an earlier update; nil if its format is unknown.
  private func model(_ subject: String) -> TitleStyle? {
    if subject.hasPrefix("⬆️") { return .arrow }
    guard let colon = subject.firstIndex(of: ":") else { return nil }
    let head = subject[..<colon]
    let prefix = String(head.prefix { $0 != "(" })
    guard ["chore", "build", "upgrade"].contains(prefix.lowercased()) else { return nil }
    let sentence = subject[subject.index(after: colon)...].drop { $0 == " " }
    return TitleStyle(
      prefix: prefix, includesScope: head.contains("("),
      capitalizes: sentence.first?.isUppercase ?? true)
  }

  private var ofPeople: TitleStyle {
    if let prefix = angularPrefix {
      return TitleStyle(prefix: prefix, includesScope: true, capitalizes: capitals ?? false)
    }
    if share(of: { Self.eslint.contains($0.prefixWord ?? "") }) > 0.3 {
      return TitleStyle(prefix: "Upgrade", capitalizes: capitals ?? true)
    }
    if share(of: \.hasGitmoji) > 0.3 { return .arrow }
    if share(of: \.hasPrefixOfAnyKind) > 0.3 {
      return TitleStyle(prefix: "build", includesScope: true, capitalizes: false)
    }
    return TitleStyle()
  }

  /// `build` or `chore`, capitalized if most commits do so; nil if Angular prefixes are not used.
  private var angularPrefix: String? {
    let words = people.compactMap(\.prefixWord)
    let angular = words.filter { Self.angular.contains($0.lowercased()) }
    guard !people.isEmpty, Double(angular.count) / Double(people.count) >= 0.3 else { return nil }
    let lower = Set(words.map { $0.lowercased() })
    let ofESLint = Set(Self.eslint.map { $0.lowercased() })
    // Both styles have `build`, `chore`, `docs` and `fix`; the other prefixes decide.
    let isAngular = !lower.isDisjoint(with: Self.angular.subtracting(ofESLint))
    let isESLint = !lower.isDisjoint(with: ofESLint.subtracting(Self.angular))
    guard isAngular || !isESLint else { return nil }
    let begins = { (word: String) in people.contains { $0.lowercased().hasPrefix(word) } }
    let word = begins("chore") && !begins("build") ? "chore" : "build"
    let isCapitalized = angular.count { $0.first?.isUppercase ?? false } * 2 > angular.count
    return isCapitalized ? word.prefix(1).uppercased() + word.dropFirst() : word
  }

  /// Whether the text after a prefix starts with a capital; nil if commits differ.
  private var capitals: Bool? {
    let known = Self.angular.union(Self.eslint.map { $0.lowercased() })
    let firsts = people.filter { known.contains($0.prefixWord?.lowercased() ?? "") }
      .compactMap(\.firstLetterOfSentence)
    if firsts.allSatisfy(\.isUppercase) { return true }
    return firsts.allSatisfy(\.isLowercase) ? false : nil
  }

  private func share(of condition: (String) -> Bool) -> Double {
    people.isEmpty ? 0 : Double(people.count(where: condition)) / Double(people.count)
  }

  private static let angular: Set = [
    "build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "style", "test",
  ]
  private static let eslint: Set = [
    "Breaking", "Build", "Chore", "Docs", "Fix", "New", "Update", "Upgrade",
  ]
}

extension TitleStyle {
  /// The gitmoji for dependency upgrades.
  static let arrow = TitleStyle(prefix: "⬆️")
}

extension Commit {
  fileprivate var isOfBot: Bool {
    let names = [author.login, author.name].compactMap(\.self)
    return updatesDependencies || names.contains(where: ForgeKind.isBot)
  }

  /// Whether Dependabot, martlet or a similar bot made it.
  fileprivate var updatesDependencies: Bool {
    message.contains(commitTrailer) || author.name.lowercased().contains("dependabot")
  }
}

extension String {
  /// `feat` in `feat: …`, `feat(web): …` and `feat!: …`.
  fileprivate var prefixWord: String? {
    let word = prefix(while: \.isLetter)
    var rest = self[word.endIndex...]
    if rest.hasPrefix("("), let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...]
    }
    if rest.hasPrefix("!") { rest.removeFirst() }
    return !word.isEmpty && rest.hasPrefix(":") ? String(word) : nil
  }

  /// The first letter after the prefix, also inside of `[Security]`.
  fileprivate var firstLetterOfSentence: Character? {
    guard let colon = firstIndex(of: ":") else { return nil }
    return self[index(after: colon)...].first { $0 != " " && $0 != "[" }
  }

  /// Whether it starts with `:bug:` or an emoji.
  fileprivate var hasGitmoji: Bool {
    if let first = unicodeScalars.first, first.properties.isEmojiPresentation { return true }
    if hasPrefix("⬆️") || hasPrefix("♻️") { return true }
    guard hasPrefix(":"), let end = dropFirst().firstIndex(of: ":") else { return false }
    return self[index(after: startIndex)..<end].allSatisfy { $0.isLetter || $0 == "_" }
  }

  /// Whether it starts with a lowercase word and a colon: `docs/api: …`.
  fileprivate var hasPrefixOfAnyKind: Bool {
    let word = prefix { !$0.isWhitespace }
    return word.first?.isLowercase ?? false && word.dropFirst().contains(":")
  }
}
