package import Ecosystem
import JavaScript
import Versioning

extension EcosystemID {
  /// The registry's packages belong to one ecosystem, whichever tool locks them.
  static let yarn = EcosystemID("npm")
}

extension ToolchainKey {
  /// The Yarn that writes lock files, if the project doesn't name one.
  package static let yarn = ToolchainKey("yarn", standard: "1.22.22")
}

extension EcosystemDescription {
  /// Yarn: `package.json` and `yarn.lock`, of Yarn 1 and of Yarn 3 and 4.
  package static let yarn = {
    var yarn = EcosystemDescription(
      id: .yarn, displayName: "Yarn", language: "JavaScript",
      label: EcosystemLabel("javascript", color: "168700"), purlType: "npm", words: ["npm"],
      manifests: ["package.json"], lockFile: "yarn.lock",
      versions: VersionOrder(of: Version.self), satisfies: IgnoredVersions.condition,
      create: { resources in
        YarnEcosystem(
          http: resources.http, scopes: resources.registriesByScope,
          toolchain: resources.toolchain)
      })
    yarn.toolchain = [.yarn]
    yarn.registrySettings = [".yarnrc", ".yarnrc.yml"]
    yarn.generatedFolders = ["node_modules"]
    return yarn
  }()
}
