package import Ecosystem
import JavaScript

extension ToolchainKey {
  /// The Bun that writes lock files, if the project doesn't name one.
  package static let bun = ToolchainKey("bun", standard: "1.4.4")
}

extension EcosystemDescription {
  /// Bun: `package.json` and `bun.lock`.
  package static let bun = {
    var bun = EcosystemDescription.javaScript(
      "Bun", lock: BunLock.name, alsoNamed: ["bun"], BunSources.self)
    bun.wordsByLock = [BunLock.name: "bun"]
    bun.toolchain = [.bun]
    bun.registrySettings = [".npmrc", "bunfig.toml"]
    return bun
  }()
}
