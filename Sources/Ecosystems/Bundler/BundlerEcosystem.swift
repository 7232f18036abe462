package import Ecosystem
package import Git
package import HTTP

/// Gems: `Gemfile`, gemspecs and `Gemfile.lock`, read, resolved and written without Ruby.
///
/// Versions are chosen as Bundler 2.7 chooses them and the lock is written byte for byte as it
/// would be; what a Gemfile computes beyond the declarative part of Ruby is refused by name.
///
///     let bundler = BundlerEcosystem(http: client, git: git, toolchain: ToolchainProfile())
///     let change = try await bundler.change(project, in: tree, toward: .lock(LockOptions()))
package struct BundlerEcosystem: PackageEcosystem {
  let index: CompactIndex
  let git: Git.Client
  let toolchain: ToolchainProfile

  /// Takes the world that it asks, and the tools that the locks are written for.
  package init(http: HTTP.Client, git: Git.Client, toolchain: ToolchainProfile) {
    index = CompactIndex(http: http)
    self.git = git
    self.toolchain = toolchain
  }

  /// `bundler`, as `package-ecosystem` of `dependabot.yml` has it.
  package var name: EcosystemName { .bundler }
}
