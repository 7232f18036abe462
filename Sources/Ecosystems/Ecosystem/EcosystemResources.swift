package import Git
package import HTTP

/// What an ecosystem is created from: clients for the outside, and the operator's settings.
package struct EcosystemResources: Sendable {
  /// Sends requests to registries; caches, mirrors and credentials are its layers.
  package var http: HTTP.Client
  /// Reads git repositories; mirrors and credentials are its layers.
  package var git: Git.Client
  /// The native tools that lock files are written for.
  package var toolchain: Toolchain
  /// The registries that the operator's file assigns to name scopes, by scope: `@acme`.
  ///
  /// That of the empty scope is the default for the repository.
  package var registriesByScope: [String: String]
  /// Stores bytes that never change.
  package var contents: ContentCache

  /// Creates resources; by default the standard toolchain, and nothing is stored.
  package init(
    http: HTTP.Client, git: Git.Client, toolchain: Toolchain = Toolchain(),
    registriesByScope: [String: String] = [:], contents: ContentCache = .none
  ) {
    self.http = http
    self.git = git
    self.toolchain = toolchain
    self.registriesByScope = registriesByScope
    self.contents = contents
  }
}

/// Stores bytes that never change under names, such as the files of a commit.
///
/// It handles its own failures: what can't be loaded is fetched again.
package struct ContentCache: Sendable {
  /// Returns the bytes stored under a name; nil if there are none.
  package var load: @Sendable (_ name: String) async -> [UInt8]?
  /// Stores bytes; a name is a word, a colon and hexadecimal digits.
  package var keep: @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
  /// Separates what repositories with different credentials may see; empty: all see the same.
  package var scope: String

  /// Creates a cache from two functions.
  package init(
    scope: String = "", load: @escaping @Sendable (_ name: String) async -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
  ) {
    self.scope = scope
    self.load = load
    self.keep = keep
  }

  /// A cache that stores nothing.
  package static let none = ContentCache(load: { _ in nil }, keep: { _, _ in })
}
