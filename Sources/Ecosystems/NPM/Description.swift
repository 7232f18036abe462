package import Ecosystem
import JavaScript
import Versioning

extension EcosystemID {
  /// The ecosystem of the registry registry.npmjs.org, with npm's lock files.
  package static let npm = EcosystemID("npm")
}

extension ToolchainKey {
  /// The Node that packages' `engines.node` is compared with.
  package static let node = ToolchainKey("npm", "node", standard: "20.20.2")
  /// The npm that writes lock files; its major version decides whether they contain licenses and
  /// `libc`.
  package static let npm = ToolchainKey("npm", "npm", standard: "10.8.2")
}

extension ToolchainKey {
  /// The platform of the developers, on which packages with `os`, `cpu` or `libc` have to run.
  package static let platform = ToolchainKey("platform", nil, .platform, standard: "linux-x64")
}

extension RegistryKind {
  /// Registries with packuments.
  package static let npm = RegistryKind(
    "npm-registry", displayName: "npm", scope: Scope("an npm scope such as \"@acme\"", sign: "@"))
}

extension OSVEcosystem {
  /// npm in OSV; versions are ordered by SemVer 2.
  package static let npm = OSVEcosystem(
    "npm", order: VersionOrder(of: Version.self), components: 3)
}

extension EcosystemDescription {
  /// npm: `package.json` and `package-lock.json`.
  package static let npm = {
    var npm = EcosystemDescription.javaScript("npm", lock: "package-lock.json", NPMSources.self)
    npm.toolchain = [.node, .npm, .platform]
    npm.registries = [.npm]
    npm.registrySettings = [".npmrc"]
    npm.advisories = .npm
    npm.publicHosts = [
      "registry.npmjs.org", "registry.npmjs.com", "registry.yarnpkg.com", "www.npmjs.com",
      "npm.pkg.github.com",
    ]
    npm.probes = [RegistryProbe("registry of npm", "https://registry.npmjs.org/")]
    npm.sample = { NodeSample.make() }
    return npm
  }()
}
