package import Ecosystem
import JavaScript
import Versioning

extension ToolchainKey {
  /// The pnpm that writes locks; its major version decides the dialect.
  package static let pnpm = ToolchainKey("pnpm", standard: "10.34.5")
}

extension EcosystemDescription {
  /// pnpm: `package.json`, `pnpm-workspace.yaml` and `pnpm-lock.yaml`.
  package static let pnpm = {
    var pnpm = EcosystemDescription.javaScript("pnpm", lock: "pnpm-lock.yaml", PnpmSources.self)
    pnpm.toolchain = [.pnpm]
    pnpm.registrySettings = [".npmrc"]
    pnpm.advisories = OSVEcosystem(
      "npm", order: VersionOrder(of: JavaScript.Version.self), components: 3)
    return pnpm
  }()
}
