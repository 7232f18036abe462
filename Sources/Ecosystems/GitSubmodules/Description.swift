package import Ecosystem
import References
import Text
import Versioning

extension EcosystemID {
  /// Git's submodules.
  package static let gitSubmodules = EcosystemID("gitsubmodule")
}

extension EcosystemDescription {
  /// Git's submodules: `.gitmodules`.
  package static let gitSubmodules = {
    var submodules = EcosystemDescription(
      id: .gitSubmodules, displayName: "git submodules", language: "Git submodules",
      label: EcosystemLabel("submodules", color: "000000"), purlType: "generic",
      words: ["gitsubmodule"], manifests: [".gitmodules"], lockFile: ".gitmodules",
      versions: VersionOrder(of: TagVersion.self), satisfies: TagVersion.satisfies,
      create: { SubmoduleEcosystem(git: $0.git) })
    // The head of a branch is new every day: only who asks for that gets it.
    submodules.isOptIn = true
    submodules.widensRequirements = false
    submodules.isRepository = { _ in true }
    submodules.isAlias = { word, dependency in
      dependency.name.slashParts().last?.lowercased() == word.lowercased()
    }
    return submodules
  }()
}
