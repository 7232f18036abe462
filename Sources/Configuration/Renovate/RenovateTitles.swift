import JSON
import Text

/// The options for the beginning of titles, of the repository and of rules for whole ecosystems.
extension RenovateTranslation {
  /// Their names; Renovate combines them.
  static let titleOptions: Set<String> = [
    "semanticCommits", "semanticCommitType", "semanticCommitScope", "commitMessagePrefix",
  ]

  /// Combines the options of the repository, at the one that switches them on.
  mutating func prefix(_ option: RenovateOption) {
    prefix(option, among: root, isFirst: option.name == "semanticCommits", in: ecosystemKeys)
  }

  /// Translates one of these options in a rule; only all titles of an entry begin alike.
  mutating func prefix(_ action: RenovateOption, _ builder: RuleBuilder) {
    guard builder.scope.isOfEcosystems else {
      return ledger.lose(
        action.origin, "has no counterpart in a rule: titles of an entry begin alike")
    }
    var settings = root
    for option in builder.rule.options where Self.titleOptions.contains(option.name) {
      settings[option.name] = option
    }
    prefix(action, among: settings, isFirst: true, in: builder.ecosystemKeys)
  }

  /// - Parameters:
  ///   - option: one of them.
  ///   - settings: all options that apply, by name.
  ///   - isFirst: whether the option writes the key, and not only is a part of it.
  ///   - ecosystemKeys: the entries.
  private mutating func prefix(
    _ option: RenovateOption, among settings: [String: RenovateOption], isFirst: Bool,
    in ecosystemKeys: [String]
  ) {
    if option.name == "commitMessagePrefix" {
      return prefix(option, in: ecosystemKeys)
    }
    // In Renovate a prefix counts more.
    if settings["commitMessagePrefix"]?.value.string != nil {
      return ledger.carry(option.origin, to: "commit-message, of 'commitMessagePrefix'")
    }
    switch settings["semanticCommits"]?.value.string {
    case "enabled":
      if isFirst { semantic(settings, option.origin, in: ecosystemKeys) }
    case "disabled":
      if option.name == "semanticCommits" {
        set(
          "commit-message", Draft(["prefix": Draft(.text(""))], from: [option.origin]),
          in: ecosystemKeys)
      }
    case "auto" where option.name == "semanticCommits": break
    case nil where option.origin.preset != nil:
      return ledger.carry(option.origin, to: "titles in the repository's own style")
    case nil where option.name != "semanticCommits", "auto":
      return ledger.note(
        option.origin,
        "isn't carried over without 'semanticCommits: enabled': martlet takes the "
          + "style of the repository's own commits")
    default: return ledger.lose(option.origin, "has an unknown value")
    }
    ledger.carry(option.origin, to: "commit-message")
  }

  private mutating func prefix(_ option: RenovateOption, in ecosystemKeys: [String]) {
    guard let text = option.value.string, !text.contains("{{"), text.count <= 50 else {
      return ledger.lose(option.origin, "is not a text without templates of 50 characters")
    }
    // A colon is added behind these characters, unless a space follows; Renovate never adds one.
    let isJoined = text.last.map { $0.isLetter || $0.isNumber || ")]".contains($0) } ?? false
    let prefix = isJoined ? text + " " : text
    set(
      "commit-message", Draft(["prefix": Draft(.text(prefix))], from: [option.origin]),
      in: ecosystemKeys)
    ledger.carry(option.origin, to: "commit-message")
  }

  /// `chore(deps)`, or `fix(deps)` for production dependencies of the preset.
  private mutating func semantic(
    _ settings: [String: RenovateOption], _ origin: RenovateOrigin, in ecosystemKeys: [String]
  ) {
    let type = settings["semanticCommitType"]?.value.string ?? "chore"
    let scopeOption = settings["semanticCommitScope"]
    let scope = scopeOption == nil ? "deps" : scopeOption?.value.string
    let isSplit = type.contains(",")
    let suffix = scope.map { $0 == "deps" ? "" : "(\($0))" } ?? ""
    let parts = ["semanticCommitType", "semanticCommitScope"].compactMap { settings[$0]?.origin }
    for word in ecosystemKeys {
      let hasKinds = ["npm", "bundler"].contains(word)
      let first = isSplit ? (hasKinds ? "fix" : "chore") : type
      let style = Draft(
        [
          "prefix": Draft(.text(first + suffix)),
          "prefix-development": isSplit && hasKinds ? Draft(.text("chore" + suffix)) : nil,
          "include": scope == "deps" ? Draft(.text("scope")) : nil,
        ], from: [origin] + parts.filter { $0 != origin })
      set("commit-message", style, in: [word])
    }
  }
}
