import Configuration
import Ecosystem
import JSON
import Text
import Updates

/// A dependency with what the rules of an entry say about it.
struct ExplainedDependency: Sendable {
  /// The manifest, or the entry if no tree is read: `package.json`, `npm in /`.
  var location: String
  var name: String
  var explanation: RuleExplanation

  /// Explains a name by the rules of every entry of a file.
  static func all(
    _ name: String, byRulesOf source: SourceText
  ) throws(Problem) -> [ExplainedDependency] {
    let decoded = RepositoryFile.read(source, ecosystems: servedEcosystems)
    guard let file = decoded.value else { throw Problem(configuration: decoded.findings) }
    return file.updates.map { entry in
      var subject = RuleSubject([name])
      let ids = entry.ecosystem?.ids ?? []
      if ids.count == 1 { subject.ecosystem = ids.first }
      let directories = entry.directories.map(\.text).joined(separator: ", ")
      return ExplainedDependency(
        location:
          "\(entry.location): \(entry.ecosystem?.word ?? "all ecosystems") in \(directories)",
        name: name,
        explanation: RuleExplanation(entry.rules, for: subject) { version, range in
          try servedEcosystems.version(version, satisfies: range, in: entry.ecosystem)
        })
    }
  }

  /// Lines for people.
  var text: String {
    let rules = explanation.rules.flatMap(\.lines)
    let settings = explanation.settings.map { "-> \($0)" }
    let all = rules.isEmpty ? ["no rules"] : rules + settings
    return (["\(location): \(name)"] + all.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }

  /// The document's element.
  var json: Value {
    let rules = explanation.rules.map { rule -> Value in
      [
        "line": .int(rule.location.line), "file": .string(rule.location.file),
        "applies": rule.applies.map { .bool($0) } ?? .null,
        "conditions": .array(
          rule.results.map { result in
            [
              "condition": .string(result.condition),
              "isFulfilled": result.isFulfilled.map { .bool($0) } ?? .null,
              "reason": .string(result.reason),
            ]
          }),
      ]
    }
    return [
      "location": .string(location), "name": .string(name), "rules": .array(rules),
      "settings": .array(explanation.settings.map { .string($0) }),
    ]
  }
}

extension RuleExplanation.Rule {
  /// Nil if it depends on the update.
  fileprivate var applies: Bool? {
    switch judgement {
    case .matches: true
    case .fails: false
    case .isUndecided: nil
    }
  }
}

extension LocalSession {
  /// Explains the rules for a name in every selected project that has it, without asking registries.
  func explainedRules(for word: String) async throws(Problem) -> [ExplainedDependency] {
    var found: [ExplainedDependency] = []
    for configured in selection.configuredProjects {
      let opened = try await configured.ecosystem.open(configured.project, in: selection.source)
      let state = try await world.read(configured, from: opened)
      let name = configured.spelling(of: word, among: state.dependencies, in: opened)
      for dependency in state.dependencies
      where dependency.id == word || dependency.name == name {
        let rules = configured.entry.rules
        found.append(
          ExplainedDependency(
            location: configured.project.manifest, name: dependency.id,
            explanation: RuleExplanation(
              rules.rules, for: rules.subject(dependency, nil, RuleFacts()),
              satisfies: rules.satisfies)))
      }
    }
    guard !found.isEmpty else {
      throw Problem(
        .usage, "no project here has a dependency of this name", subject: word,
        advice: "'martlet check' lists the names.")
    }
    return found
  }
}
