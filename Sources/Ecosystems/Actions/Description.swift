import Text
import Containers
package import Ecosystem
import GitTags
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
      versions: VersionOrder(of: TagVersion.self), satisfies: TagVersion.satisfies,
      create: { ActionsEcosystem(http: $0.http, git: $0.git) })
    actions.advisories = OSVEcosystem(
      "GitHub Actions", order: VersionOrder(of: TagVersion.self))
    actions.registries = [.images]
    actions.directoryAliases = ["/.github/workflows": "/"]
    actions.widensRequirements = false
    actions.pins = true
    actions.isRepository = { _ in true }
    actions.isAlias = { word, dependency in
      dependency.name.slashParts().last?.lowercased() == word.lowercased()
    }
    return actions
  }()
}
