package import Ecosystem
package import HTTP
import JavaScript
package import Time

/// Bun: `package.json` and `bun.lock`, read, resolved and written without Bun.
///
/// Writes what Bun 1.4.4 writes. Refuses constructs that need a clone or run code.
///
///     let bun = BunEcosystem(http: client, toolchain: Toolchain())
///     let opened = try await bun.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct BunEcosystem: RegistryEcosystem {
  /// The client for registries, whose layers have caches, mirrors and credentials.
  package let http: HTTP.Client
  let toolchain: Toolchain
  let published = PublishedProjects()
  /// The registries of scopes without one in a project's settings.
  let scopes: [String: String]
  /// Returns the current time, with which `minimumReleaseAge` compares versions.
  let now: @Sendable () -> Timestamp

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: the client for registries, whose layers have caches, mirrors and credentials.
  ///   - scopes: the registries by scope, such as `@acme`; a project's settings have precedence.
  ///   - toolchain: the version of Bun for projects that name none.
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

  /// The description of Bun.
  package var description: EcosystemDescription { .bun }

  /// Returns whether the project's package manager is Bun.
  package func serves(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool {
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let tools = try await ProjectTools(of: project, manifest, in: tree)
    return tools.manager(of: project, in: tree, toolchain) == .bun
  }
}
