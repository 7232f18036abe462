import Containers
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Actions and reusable workflows.
  package static let actions = EcosystemID("github-actions")
}

extension EcosystemDescription {
  /// The actions of workflows, as GitHub, Gitea and Forgejo run them.
  package static let actions = {
    var actions = EcosystemDescription(
      id: .actions, displayName: "GitHub Actions", language: "GitHub Actions",
      label: EcosystemLabel("github_actions", color: "000000"), purlType: "githubactions",
      words: ["github-actions"], manifests: ["action.yml", "action.yaml"], lockFile: "action.yml",
      versions: VersionOrder(of: ActionTag.self), satisfies: ActionTag.satisfies,
      create: { ActionsEcosystem(http: $0.http, git: $0.git) })
    actions.advisories = OSVEcosystem(
      "GitHub Actions", order: VersionOrder(of: ActionTag.self))
    actions.registries = [.images]
    actions.widensRequirements = false
    actions.isRepository = { _ in true }
    actions.isAlias = { word, dependency in
      dependency.name.split(separator: "/").last?.lowercased() == word.lowercased()
    }
    return actions
  }()
}

extension ActionTag {
  /// Whether the number of a tag satisfies a requirement.
  ///
  /// - Throws: a problem if either can't be parsed.
  @Sendable fileprivate static func satisfies(
    _ version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let tag = ActionTag(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    return try NumberRequirement(requirement).accepts(tag.numbers)
  }
}
