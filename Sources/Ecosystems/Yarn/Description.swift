package import Ecosystem
import JavaScript

extension ToolchainKey {
  /// The Yarn that writes lock files, if the project doesn't name one.
  package static let yarn = ToolchainKey("yarn", standard: "1.22.22")
}

extension EcosystemDescription {
  /// Yarn: `package.json` and `yarn.lock`, of Yarn 1 and of Yarn 3 and 4.
  package static let yarn = {
    var yarn = EcosystemDescription.javaScript("Yarn", lock: "yarn.lock", YarnSources.self)
    yarn.toolchain = [.yarn]
    yarn.registrySettings = [".yarnrc", ".yarnrc.yml"]
    return yarn
  }()
}
