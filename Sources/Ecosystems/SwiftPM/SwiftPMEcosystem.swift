package import Ecosystem
package import Git
package import HTTP

/// SwiftPM: reads Swift packages and Xcode projects without Swift and resolves as SwiftPM does.
///
///     let swift = SwiftPMEcosystem(http: http, git: git, toolchain: profile)
///     for project in swift.discover(in: tree.paths) {
///       let opened = try await swift.open(project, in: tree)
///       let change = try await opened.change(toward: .updateAll(.init()))
///     }
package struct SwiftPMEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let git: Git.Client
  let cache: ManifestCache
  let toolchain: Toolchain
  let bounds = PinnedBounds()
  let manifests = KnownManifests()

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: for registries (SE-0292).
  ///   - git: for repositories; mirrors and credentials are layers of it.
  ///   - toolchain: the Swift for repositories that name none, by default 6.3.1.
  ///   - cache: keeps manifests by commit.
  package init(
    http: HTTP.Client, git: Git.Client, toolchain: Toolchain = Toolchain(),
    cache: ManifestCache = .memory()
  ) {
    self.http = http
    self.git = git
    self.cache = cache
    self.toolchain = toolchain
  }

  /// The description of SwiftPM.
  package var description: EcosystemDescription { .swift }
}
