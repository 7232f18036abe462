import Ecosystem
import Text
import Versioning
import YAML

extension Shape where Value == RuleMatch {
  /// The conditions of `match`.
  static func ruleMatch(_ ecosystems: EcosystemCatalog) -> Shape {
    section(
      RuleMatch(),
      [
        Key("name", \.names, .listOrOne(of: .nameMatcher)),
        Key("ecosystem", \.ecosystems, .listOrOne(of: .ecosystem(ecosystems))),
        Key("path", \.paths, .listOrOne(of: .pathPattern)),
        Key("section", \.sections, .listOrOne(of: .string)),
        Key("current", \.current, .listOrOne(of: .versionRange)),
        Key("to", \.to, .listOrOne(of: .versionRange)),
        Key(
          "update-type", \.updateTypes,
          Shape<[Step]>.listOrOne(of: .word).map { Set($0) }),
        Key(
          "age", \.age,
          .parsed("an age such as \"7d\" or \"< 3d\"", as: .age) { AgeBound($0) }),
        Key("host", \.hosts, .listOrOne(of: .nameMatcher)),
        Key("licence", \.licences, .listOrOne(of: .licenceCondition)),
        Key("advisory", \.advisory, .bool),
        Key(
          "impact", \.impacts,
          Shape<[ImpactAnswer]>.listOrOne(of: .word).map { Set($0) }),
      ]
    ).checked { match, node, decoding in
      warn(ofSections: match.sections, in: node, &decoding)
      if node.entries?.isEmpty == true {
        decoding.note("without conditions the rule applies to everything", at: node)
      }
      for entry in node.entries ?? [] where entry.value.elements?.isEmpty == true {
        decoding.error("expected at least one value for '\(entry.name)'", at: entry.value)
      }
    }
  }
}

/// The words of `section` that every ecosystem has, and the usual sections of manifests.
private let usualSections = [
  "direct", "indirect", "production", "development", "dependencies", "devDependencies",
  "optionalDependencies", "peerDependencies",
]

/// Warns of words that look like a misspelt section: groups of a Gemfile can have any name, so that
/// others are not mistakes.
private func warn(ofSections sections: [String], in node: Node, _ decoding: inout Decoding) {
  for section in sections where !usualSections.contains(section) {
    let hint = usualSections.first { editDistance(Array(section.utf8), Array($0.utf8)) <= 2 }
    guard let hint else { continue }
    decoding.warn(
      "no manifest is known to have the section '\(section)'; did you mean '\(hint)'?",
      at: node["section"] ?? node)
  }
}

extension Shape where Value == VersionRange {
  fileprivate static var versionRange: Shape {
    let text = Shape<String>.string("a version requirement such as \">= 2\"")
    return Shape(type: text.type) { node, decoding in
      text.decode(node, &decoding).map { VersionRange(text: $0, location: node.location) }
    }
  }
}

extension Shape where Value == LicenceCondition {
  fileprivate static var licenceCondition: Shape {
    let matcher = Shape<NameMatcher>.nameMatcher
    return Shape(
      type: matcher.type,
      decode: matcher.map { $0.text == "changed" ? .changed : .named($0) }.decode)
  }
}

extension Shape where Value == PackageRule {
  /// An element of `rules`.
  static func packageRule(_ ecosystems: EcosystemCatalog) -> Shape {
    section(PackageRule(), conditions(ecosystems) + actions).checked { rule, node, decoding in
      let conditions = ["dependency-name", "match"].filter { node[$0] != nil }
      if conditions.isEmpty { decoding.error("the key 'match' is missing", at: node) }
      if conditions.count == 2, let value = node["dependency-name"] {
        decoding.error(
          "'dependency-name' and 'match' exclude each other: write 'match: {name: …}'", at: value)
      }
      if let condition = conditions.first, node.entries.map({ $0.count < 2 }) ?? false {
        decoding.note("the rule has no effect: it only has a '\(condition)'", at: node)
      }
      if rule.ignores == true, let other = node.entries?.first(where: { isPointless($0.name) }) {
        decoding.note(
          "'\(other.name)' has no effect in this rule, because it also has 'ignore'",
          at: other.value)
      }
      if !rule.match.impacts.isEmpty {
        for entry in node.entries ?? [] where !lateKeys.contains(entry.name) {
          decoding.error(
            "'\(entry.name)' can't depend on 'impact', which is known only after the pull request "
              + "was made: \(lateActions) can", at: entry.value)
        }
      }
      if let value = node["group"], rule.group.map({ !isPlain($0) }) ?? false {
        decoding.error(
          "a group's name is one line of at most 100 characters without '`', '<' and '>'",
          at: value)
      }
    }.located
  }

  private static func conditions(_ ecosystems: EcosystemCatalog) -> [Key<PackageRule>] {
    [
      Key(
        "dependency-name", \.match.names,
        Shape<[NamePattern]>.listOrOne(of: .namePattern).map { $0.map { NameMatcher($0) } }),
      Key("match", \.match, .ruleMatch(ecosystems)),
    ]
  }

  private static var actions: [Key<PackageRule>] {
    [
      Key("ignore", \.ignores, .bool),
      Key("group", \.group, .string("the name of a group, or 'none'")),
      Key("labels", \.labels, .list(of: .string)),
      Key("reviewers", \.reviewers, .listOrOne(of: .string)),
      Key("assignees", \.assignees, .listOrOne(of: .string)),
      Key("automerge", \.automerge, .automerge),
      Key("schedule", \.schedule, .schedule),
      Key("cooldown", \.cooldown, .cooldown),
      Key("versioning-strategy", \.strategy, .word),
      Key("draft", \.draft, .word),
      Key("open", \.opening, .word),
      Key("approval", \.approval, .steps),
      Key("replace", \.replace, .word),
      Key("separate", \.separate, .separation),
      Key("major", \.majors, .word),
      Key("priority", \.priority, .integer(-1_000...1_000)),
    ]
  }

  /// The settings that can follow the report on an update's impact.
  private static var lateActions: String { "labels, reviewers, assignees, automerge and draft" }

  private static var lateKeys: Set<String> {
    ["match", "labels", "reviewers", "assignees", "automerge", "draft"]
  }

  private static func isPointless(_ name: String) -> Bool {
    !["dependency-name", "match", "ignore", "schedule"].contains(name)
  }

  /// Stores the location in the rule.
  private var located: Shape {
    Shape(type: type) { node, decoding in
      var rule = decode(node, &decoding)
      rule?.location = node.location
      return rule
    }
  }
}
