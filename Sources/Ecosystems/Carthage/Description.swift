import Text
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Frameworks that Carthage builds.
  package static let carthage = EcosystemID("carthage")
}

extension EcosystemDescription {
  /// Carthage: `Cartfile`, `Cartfile.private` and `Cartfile.resolved`.
  package static let carthage = {
    var carthage = EcosystemDescription(
      id: .carthage, displayName: "Carthage", language: "Swift",
      label: EcosystemLabel("carthage", color: "f05138"), purlType: "generic", words: [],
      manifests: ["Cartfile", "Cartfile.private"], lockFile: "Cartfile.resolved",
      versions: VersionOrder(of: CarthageVersion.self), satisfies: IgnoredVersions.condition,
      create: { CarthageEcosystem(http: $0.http, git: $0.git) })
    carthage.ownWords = ["carthage"]
    carthage.widensRequirements = false
    carthage.provesVersions = true
    carthage.migration = .source
    carthage.isRepository = { $0.source?.hasSuffix(".json") == false }
    carthage.isAlias = { word, dependency in
      dependency.name.slashParts().last?.lowercased() == word.lowercased()
    }
    carthage.generatedFolders = ["Carthage"]
    return carthage
  }()
}
