package import Ecosystem
import JavaScript
import Versioning

extension ToolchainKey {
  /// The pnpm that writes locks; its major version decides the dialect.
  package static let pnpm = ToolchainKey("pnpm", standard: "10.34.5")
}

extension EcosystemDescription {
  /// pnpm: `package.json`, `pnpm-workspace.yaml` and `pnpm-lock.yaml`.
  ///
  /// Users know it as `npm`, as in Dependabot, so it shares npm's identifier.
  package static let pnpm = {
    var pnpm = EcosystemDescription(
      id: EcosystemID("npm"), displayName: "pnpm", language: "JavaScript",
      label: EcosystemLabel("javascript", color: "168700"), purlType: "npm", words: ["npm"],
      manifests: ["package.json"], lockFile: "pnpm-lock.yaml",
      versions: VersionOrder(of: JavaScript.Version.self), satisfies: IgnoredVersions.condition,
      create: { resources in
        PnpmEcosystem(
          http: resources.http, scopes: resources.registriesByScope,
          toolchain: resources.toolchain)
      })
    pnpm.toolchain = [.pnpm]
    pnpm.registrySettings = [".npmrc"]
    pnpm.advisories = OSVEcosystem(
      "npm", order: VersionOrder(of: JavaScript.Version.self), components: 3)
    pnpm.generatedFolders = ["node_modules"]
    return pnpm
  }()
}
