import Text
package import Ecosystem
import Versioning

extension EcosystemID {
  /// Tools that Mint builds.
  package static let mint = EcosystemID("mint")
}

extension EcosystemDescription {
  /// Mint: `Mintfile`.
  package static let mint = {
    var mint = EcosystemDescription(
      id: .mint, displayName: "Mint", language: "Swift",
      label: EcosystemLabel("mint", color: "3eb489"), purlType: "swift", words: [],
      manifests: ["Mintfile"], lockFile: "Mintfile", versions: VersionOrder(of: MintVersion.self),
      satisfies: MintVersion.isSatisfied, create: { MintEcosystem(git: $0.git) })
    mint.ownWords = ["mint"]
    mint.widensRequirements = false
    mint.isRepository = { _ in true }
    mint.isAlias = { word, dependency in
      dependency.name.slashParts().last?.lowercased() == word.lowercased()
    }
    return mint
  }()
}
