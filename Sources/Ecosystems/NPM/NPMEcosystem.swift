package import Ecosystem
package import HTTP
import JSON
import JavaScript
package import Time

/// npm: `package.json` and `package-lock.json`, read, resolved and written without Node.
///
/// Builds trees like Arborist and writes locks byte for byte like npm. Refuses constructs that need a
/// tarball, a clone or a script.
///
///     let npm = NPMEcosystem(http: client, toolchain: Toolchain())
///     let opened = try await npm.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct NPMEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let toolchain: Toolchain
  let published = PublishedProjects()
  /// The registries of scopes without one in a project's `.npmrc`.
  let scopes: [String: String]
  /// Returns the current time, with which `min-release-age` is compared.
  let now: @Sendable () -> Timestamp

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: the client for registries, whose layers have caches, mirrors and credentials.
  ///   - scopes: the registries by scope, such as `@acme`, like a user's `.npmrc`; a project's file has
  ///     precedence.
  ///   - toolchain: the versions of Node and npm, which decide on usable releases and the lock's
  ///     dialect.
  ///   - now: returns the current time.
  package init(
    http: HTTP.Client, scopes: [String: String] = [:],
    toolchain: Toolchain = Toolchain(), now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.http = http
    self.scopes = scopes
    self.toolchain = toolchain
    self.now = now
  }

  /// The description of npm.
  package var description: EcosystemDescription { .npm }

  /// Returns the versions of Node and npm that the repository states, else the operator's.
  func engines(_ tools: ProjectTools) -> Engines {
    Engines(tools, node: toolchain.stated(.node), npm: toolchain.stated(.npm))
  }

  /// Returns the npm for which a lock is written.
  func npm(_ tools: ProjectTools, _ lock: Document?) -> ChosenNPM {
    ChosenNPM(tools, operators: toolchain.stated(.npm), lock: lock)
  }
}
