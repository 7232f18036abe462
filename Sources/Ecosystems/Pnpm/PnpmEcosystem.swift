package import Ecosystem
package import HTTP
import JavaScript
package import Time

/// pnpm: `pnpm-lock.yaml`, read, resolved and written without Node.
///
/// Resolves like pnpm 8 to 11 and writes their locks byte for byte. Refuses constructs that need a clone
/// or a script, such as `.pnpmfile.cjs`.
///
///     let pnpm = PnpmEcosystem(http: client, toolchain: Toolchain())
///     let opened = try await pnpm.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct PnpmEcosystem: RegistryEcosystem {
  /// The client for registries, whose layers have caches, mirrors and credentials.
  package let http: HTTP.Client
  let toolchain: Toolchain
  let published = PublishedProjects()
  /// The registries of scopes without one in a project's `.npmrc`.
  let scopes: [String: String]
  /// Returns the current time, which the ages of releases are compared with.
  let now: @Sendable () -> Timestamp

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: the client for registries, whose layers have caches, mirrors and credentials.
  ///   - scopes: the registries by scope, such as `@acme`; a project's file has precedence.
  ///   - toolchain: the versions of pnpm and Node.
  ///   - now: returns the current time.
  package init(
    http: HTTP.Client, scopes: [String: String] = [:], toolchain: Toolchain = Toolchain(),
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.now = now
    self.http = http
    self.scopes = scopes
    self.toolchain = toolchain
  }

  /// The description of pnpm.
  package var description: EcosystemDescription { .pnpm }

  /// Parses manifests, lock, `.npmrc` and `pnpm-workspace.yaml`.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    PnpmProject(ecosystem: self, sources: try await ProjectSources(project, in: tree, for: self))
  }
}
