import Text
package import Ecosystem
import GitTags
import Versioning

extension EcosystemID {
  /// Hooks that pre-commit runs.
  package static let preCommit = EcosystemID("pre-commit")
}

extension EcosystemDescription {
  /// pre-commit: `rev` in `.pre-commit-config.yaml`.
  package static let preCommit = {
    var hooks = EcosystemDescription(
      id: .preCommit, displayName: "pre-commit", language: "pre-commit",
      label: EcosystemLabel("pre-commit", color: "fab040"), purlType: "generic",
      words: ["pre-commit"], manifests: [".pre-commit-config.yaml"],
      lockFile: ".pre-commit-config.yaml", versions: VersionOrder(of: TagVersion.self),
      satisfies: TagVersion.satisfies, create: { PreCommitEcosystem($0) })
    hooks.widensRequirements = false
    hooks.pins = true
    hooks.isRepository = { _ in true }
    hooks.isAlias = { word, dependency in
      let parts = dependency.name.slashParts().map { $0.lowercased() }
      let ownerAndName = parts.suffix(2).joined(separator: "/")
      return [parts.last, ownerAndName].contains(word.lowercased())
    }
    return hooks
  }()
}
