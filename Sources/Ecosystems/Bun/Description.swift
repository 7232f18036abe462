package import Ecosystem
import JavaScript
import Versioning

extension ToolchainKey {
  /// The Bun that writes lock files, if the project doesn't name one.
  package static let bun = ToolchainKey("bun", standard: "1.4.4")
}

extension EcosystemDescription {
  /// Bun: `package.json` and `bun.lock`.
  ///
  /// Its packages are npm's, so it shares npm's identifier.
  package static let bun = {
    var bun = EcosystemDescription(
      id: EcosystemID("npm"), displayName: "Bun", language: "JavaScript",
      label: EcosystemLabel("javascript", color: "168700"), purlType: "npm",
      words: ["npm", "bun"], manifests: ["package.json"], lockFile: BunLock.name,
      versions: VersionOrder(of: Version.self), satisfies: IgnoredVersions.condition,
      create: { resources in
        BunEcosystem(
          http: resources.http, scopes: resources.registriesByScope,
          toolchain: resources.toolchain)
      })
    bun.wordsByLock = [BunLock.name: "bun"]
    bun.toolchain = [.bun]
    bun.registrySettings = [".npmrc", "bunfig.toml"]
    bun.generatedFolders = ["node_modules"]
    return bun
  }()
}
