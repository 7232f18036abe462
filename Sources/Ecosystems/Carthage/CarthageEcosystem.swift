package import Ecosystem
package import Git
package import HTTP

/// Carthage: `Cartfile` and `Cartfile.resolved`, resolved as Carthage 0.40.0 does.
///
///     let carthage = CarthageEcosystem(http: http, git: git)
///     for project in carthage.discover(in: tree.paths) {
///       let opened = try await carthage.open(project, in: tree)
///       let change = try await opened.change(toward: .updateAll(.init()))
///     }
package struct CarthageEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let git: Git.Client

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: for the definitions of binaries.
  ///   - git: for repositories; mirrors and credentials are layers of it.
  package init(http: HTTP.Client, git: Git.Client) {
    self.http = http
    self.git = git
  }

  /// The description of Carthage.
  package var description: EcosystemDescription { .carthage }
}
