package import Time

/// The locked packages of a commit, as a host's dependency graph takes them.
package struct DependencySnapshot: Hashable, Sendable {
  /// A locked package.
  package struct Package: Hashable, Sendable {
    /// The package URL with the version: `pkg:npm/left-pad@1.3.0`.
    package var url: String
    /// Whether a manifest names it.
    package var isDirect: Bool
    /// Whether it is only for development.
    package var isDevelopment: Bool

    /// Describes a package.
    package init(url: String, isDirect: Bool, isDevelopment: Bool) {
      self.url = url
      self.isDirect = isDirect
      self.isDevelopment = isDevelopment
    }
  }

  /// The commit.
  package var commit: String
  /// The branch, without `refs/heads/`.
  package var branch: String
  /// When the lock files were read.
  package var scannedAt: Timestamp
  /// The version of martlet.
  package var version: String
  /// The packages by the path of their manifest.
  package var manifests: [String: [Package]]

  /// Describes a commit.
  package init(
    commit: String, branch: String, scannedAt: Timestamp, version: String,
    manifests: [String: [Package]]
  ) {
    self.commit = commit
    self.branch = branch
    self.scannedAt = scannedAt
    self.version = version
    self.manifests = manifests
  }
}

/// Accepts the locked packages of a repository for its dependency graph.
package protocol DependencySubmitting: Sendable {
  /// Replaces what was submitted before for the branch.
  func submit(
    _ snapshot: DependencySnapshot, in repository: RepositoryName
  ) async throws(ForgeError)
}
