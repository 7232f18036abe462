package import Ecosystem
package import Git
package import HTTP

/// Bundler: reads, resolves and writes `Gemfile`, gemspecs and `Gemfile.lock` without Ruby.
///
/// It chooses the versions that Bundler 2.7 chooses and writes the same bytes. Constructs beyond
/// the declarative part of Ruby are refused by name.
///
///     let bundler = BundlerEcosystem(http: client, git: git, toolchain: Toolchain())
///     let opened = try await bundler.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct BundlerEcosystem: PackageEcosystem {
  let index: CompactIndex
  let git: Git.Client
  let toolchain: Toolchain

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: for gem servers; caches, mirrors and credentials are layers of it.
  ///   - git: for gems from repositories.
  ///   - toolchain: the Ruby, RubyGems and Bundler that locks are written for.
  package init(http: HTTP.Client, git: Git.Client, toolchain: Toolchain) {
    index = CompactIndex(http: http)
    self.git = git
    self.toolchain = toolchain
  }

  /// The description of Bundler.
  package var description: EcosystemDescription { .bundler }
}
