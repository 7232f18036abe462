package import Ecosystem
package import HTTP
import JSON
import JavaScript

/// npm: `package.json` and `package-lock.json`, read, resolved and written without Node.
///
/// Trees are built as Arborist builds them and locks are written byte for byte as npm writes them;
/// what needs a tarball, a clone or a script is refused by name.
///
///     let npm = NPMEcosystem(http: client, toolchain: Toolchain())
///     let opened = try await npm.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct NPMEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let toolchain: Toolchain
  let published = PublishedProjects()
  /// Registries of scopes that a project's `.npmrc` does not name.
  let scopes: [String: String]

  /// Takes the world that it asks, and the tools that the locks are written for.
  ///
  /// - Parameters:
  ///   - http: for registries; caches, mirrors and credentials are its layers' business.
  ///   - scopes: registries by scope, such as `@acme`, as a user's own `.npmrc` has them: what a
  ///     project says wins.
  ///   - toolchain: whose Node and npm decide which versions run, and how locks are spelled.
  package init(
    http: HTTP.Client, scopes: [String: String] = [:],
    toolchain: Toolchain = Toolchain()
  ) {
    self.http = http
    self.scopes = scopes
    self.toolchain = toolchain
  }

  /// The description of npm.
  package var description: EcosystemDescription { .npm }

  /// Returns the operator's versions of Node and npm, else the Node version of the repository.
  func engines(
    for project: Project, _ manifest: Document, in tree: SourceTree
  ) async throws(Problem) -> Engines {
    try await Engines(node: toolchain.stated(.node), npm: toolchain.stated(.npm))
      .completed(for: project, manifest, in: tree)
  }
}
