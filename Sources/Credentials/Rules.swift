import Configuration
import Ecosystem
import Forges
import HTTP

/// A forge of the operator's file, without its credential.
struct ForgeRule: Sendable {
  let name: String
  let urls: ForgeURLs
  /// The prefixes of the servers of tokens for its registry of images.
  let tokenServers: [AbsoluteURL]
  private let origin: Origin
  private let packages: [RepositoryPattern]
  /// Whether each owner has a credential of its own.
  let isApp: Bool

  /// Nil for a forge that isn't reached by HTTP.
  init?(_ settings: ForgeSettings) {
    guard let urls = settings.kind.urls(settings.url),
      let origin = try? AbsoluteURL(settings.url).origin
    else { return nil }
    name = settings.name
    self.urls = urls
    self.origin = origin
    packages = settings.privatePackages
    isApp = settings.credential?.isApp ?? false
    tokenServers =
      settings.kind.imageTokenServer(settings.url)
      .flatMap { try? AbsoluteURL($0) }.map { [$0] } ?? []
  }

  /// Whether the operator lists any package.
  var hasPackages: Bool { !packages.isEmpty }

  /// Whether the operator lets private repositories read a package.
  func allows(_ repository: RepositoryName) -> Bool {
    packages.include(repository.description)
  }

  /// Whether an origin is the forge's own.
  func isOwn(_ origin: Origin) -> Bool { origin == self.origin || urls.hasOrigin(origin) }
}

/// An entry of `registries`, without its credential.
struct RegistryRule: Sendable {
  /// The position in the operator's file.
  let index: Int
  let url: String
  let prefix: AbsoluteURL
  let kind: RegistryKind?
  let hasCredential: Bool
  /// The prefix of the servers of tokens, besides the registry's host.
  let tokens: AbsoluteURL?
  private let repositories: [RepositoryPattern]

  /// Nil if its URL can't be parsed.
  init?(_ entry: RegistryCredential, at index: Int) {
    guard let prefix = try? AbsoluteURL(entry.url) else { return nil }
    self.index = index
    self.prefix = prefix
    url = entry.url
    kind = entry.kind
    hasCredential = entry.credential != nil
    tokens = entry.tokenURL.flatMap { try? AbsoluteURL($0) }
    repositories = entry.repositories
  }

  /// Whether a visitor may use it.
  func serves(_ visitor: Visitor) -> Bool {
    repositories.isEmpty || visitor == .test
      || visitor.visited.map { repositories.include($0.repository.name.description) } ?? false
  }

  /// Whether it lets a visitor read a git repository with the forge's own credential.
  func opens(_ url: AbsoluteURL?, to visitor: Visitor) -> Bool {
    guard let url else { return false }
    return kind == .git && !hasCredential && prefix.covers(url) && serves(visitor)
  }
}
