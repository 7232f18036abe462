package import Forges

/// How people and bots of a repository begin their commit messages.
///
/// Dependabot's rules: a bot's last update is the model; else at least 30 % of Angular's prefixes
/// make `build(deps)` or `chore(deps)`, more than 30 % of ESLint's make `Upgrade`, of gitmoji an
/// arrow, of other prefixes `build(deps)`. Bots' commits and merges are not counted.
package struct HouseStyle {
  private let people: [String]
  private let lastOfBots: String?

  /// Reads the newest commits of a branch, newest first.
  package init(_ commits: [Commit]) {
    let own = commits.filter { !$0.subject.hasPrefix("Merge") }
    people = own.filter { !$0.isOfBot }.map(\.subject)
    lastOfBots = own.first { $0.isOfBot && $0.updatesDependencies }?.subject
  }

  /// How titles of updates are to begin.
  package var title: TitleStyle { lastOfBots.flatMap(model) ?? ofPeople }

  /// Follows the subject of an earlier update, where it is of a known form.
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

  /// `build` or `chore`, written large if most people do so; nil where they don't write Angular's
  /// prefixes.
  private var angularPrefix: String? {
    let words = people.compactMap(\.prefixWord)
    let angular = words.filter { Self.angular.contains($0.lowercased()) }
    guard !people.isEmpty, Double(angular.count) / Double(people.count) >= 0.3 else { return nil }
    let lower = Set(words.map { $0.lowercased() })
    let ofESLint = Set(Self.eslint.map { $0.lowercased() })
    // Both have `build`, `chore`, `docs` and `fix`: what only one of them has decides.
    let isAngular = !lower.isDisjoint(with: Self.angular.subtracting(ofESLint))
    let isESLint = !lower.isDisjoint(with: ofESLint.subtracting(Self.angular))
    guard isAngular || !isESLint else { return nil }
    let begins = { (word: String) in people.contains { $0.lowercased().hasPrefix(word) } }
    let word = begins("chore") && !begins("build") ? "chore" : "build"
    let isLarge = angular.count { $0.first?.isUppercase ?? false } * 2 > angular.count
    return isLarge ? word.prefix(1).uppercased() + word.dropFirst() : word
  }

  /// Whether what follows a prefix begins with a capital; nil where people differ.
  private var capitals: Bool? {
    let known = Self.angular.union(Self.eslint.map { $0.lowercased() })
    let firsts = people.filter { known.contains($0.prefixWord?.lowercased() ?? "") }
      .compactMap(\.firstLetterOfSentence)
    if firsts.allSatisfy(\.isUppercase) { return true }
    return firsts.allSatisfy(\.isLowercase) ? false : nil
  }

  private func share(of isMeant: (String) -> Bool) -> Double {
    people.isEmpty ? 0 : Double(people.count(where: isMeant)) / Double(people.count)
  }

  private static let angular: Set = [
    "build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "style", "test",
  ]
  private static let eslint: Set = [
    "Breaking", "Build", "Chore", "Docs", "Fix", "New", "Update", "Upgrade",
  ]
}

extension TitleStyle {
  /// The sign that gitmoji has for newer dependencies.
  static let arrow = TitleStyle(prefix: "⬆️")
}

extension Commit {
  fileprivate var isOfBot: Bool {
    let names = [author.login, author.name].compactMap(\.self)
    return updatesDependencies || names.contains(where: ForgeKind.isBot)
  }

  /// Whether a bot of Dependabot's kind made it, martlet included.
  fileprivate var updatesDependencies: Bool {
    message.contains(commitTrailer) || author.name.lowercased().contains("dependabot")
  }
}

extension String {
  /// `feat` of `feat: …`, `feat(web): …` and `feat!: …`.
  fileprivate var prefixWord: String? {
    let word = prefix(while: \.isLetter)
    var rest = self[word.endIndex...]
    if rest.hasPrefix("("), let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...]
    }
    if rest.hasPrefix("!") { rest.removeFirst() }
    return !word.isEmpty && rest.hasPrefix(":") ? String(word) : nil
  }

  /// The letter after the prefix's colon, and after a bracket such as `[Security]` has.
  fileprivate var firstLetterOfSentence: Character? {
    guard let colon = firstIndex(of: ":") else { return nil }
    return self[index(after: colon)...].first { $0 != " " && $0 != "[" }
  }

  /// `:bug: …`, or the sign itself at the beginning.
  fileprivate var hasGitmoji: Bool {
    if let first = unicodeScalars.first, first.properties.isEmojiPresentation { return true }
    if hasPrefix("⬆️") || hasPrefix("♻️") { return true }
    guard hasPrefix(":"), let end = dropFirst().firstIndex(of: ":") else { return false }
    return self[index(after: startIndex)..<end].allSatisfy { $0.isLetter || $0 == "_" }
  }

  /// A word in small letters with a colon: `docs/api: …`.
  fileprivate var hasPrefixOfAnyKind: Bool {
    let word = prefix { !$0.isWhitespace }
    return word.first?.isLowercase ?? false && word.dropFirst().contains(":")
  }
}
