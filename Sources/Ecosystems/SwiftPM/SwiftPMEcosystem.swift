package import Ecosystem
package import Git
package import HTTP

/// Swift packages and Xcode projects: read without Swift, resolved as SwiftPM does.
///
///     let swift = SwiftPMEcosystem(http: http, git: git, toolchain: profile)
///     for project in swift.discover(in: tree.paths) {
///       let change = try await swift.change(project, in: tree, toward: .updateAll(.init()))
///     }
package struct SwiftPMEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let git: Git.Client
  let cache: ManifestCache
  let tools: ToolsVersion
  let bounds = PinnedBounds()

  /// Takes the world as closures.
  ///
  /// - Parameters:
  ///   - http: for registries (SE-0292).
  ///   - git: for repositories; mirrors and credentials are its layers' business.
  ///   - toolchain: whose Swift the locks are written for; one that cannot be read counts as 6.3.1.
  ///   - cache: keeps manifests by commit, which never change.
  package init(
    http: HTTP.Client, git: Git.Client, toolchain: ToolchainProfile = ToolchainProfile(),
    cache: ManifestCache = .memory()
  ) {
    self.http = http
    self.git = git
    self.cache = cache
    tools = ToolsVersion(toolchain.swift) ?? ToolsVersion(6, 3, 1)
  }

  /// The name under which `dependabot.yml` knows it.
  package var name: EcosystemName { .swift }

  /// Compares a version with a condition as `dependabot.yml` writes it.
  package func version(
    _ version: String, satisfies requirement: String
  ) throws(Problem) -> Bool {
    guard let wanted = SemanticVersion(version) else {
      throw Problem(.usage, "is no version", subject: version)
    }
    return try RequirementText(requirement).contains(wanted)
  }
}
