package import Ecosystem
package import HTTP
import JavaScript
package import Time

/// Yarn: `package.json` and `yarn.lock`, read, resolved and written without Node.
///
/// The folders `Classic` and `Berry` each have the lock's format and the resolver of one line of
/// Yarn; everything else is common. Refuses constructs that need a clone or run code.
///
///     let yarn = YarnEcosystem(http: client, toolchain: Toolchain())
///     let opened = try await yarn.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct YarnEcosystem: RegistryEcosystem {
  /// The client for registries, whose layers have caches, mirrors and credentials.
  package let http: HTTP.Client
  let toolchain: Toolchain
  let published = PublishedProjects()
  /// The registries of scopes without one in a project's settings.
  let scopes: [String: String]
  /// Returns the current time, with which Yarn 4 compares the age of versions.
  let now: @Sendable () -> Timestamp

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: the client for registries, whose layers have caches, mirrors and credentials.
  ///   - scopes: the registries by scope, such as `@acme`; a project's settings have precedence.
  ///   - toolchain: the version of Yarn for projects that name none.
  ///   - now: returns the current time.
  package init(
    http: HTTP.Client, scopes: [String: String] = [:], toolchain: Toolchain = Toolchain(),
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.http = http
    self.scopes = scopes
    self.toolchain = toolchain
    self.now = now
  }

  /// The description of Yarn.
  package var description: EcosystemDescription { .yarn }

  /// Returns whether the project's package manager is Yarn.
  package func serves(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool {
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let tools = try await ProjectTools(of: project, manifest, in: tree)
    return tools.manager(of: project, in: tree, toolchain) == .yarn
  }
}
