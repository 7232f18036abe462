import Configuration
import Crypto
import Ecosystem
import Forges
import Git
import HTTP
import Service
import Store
import Updates

extension Live {
  /// Prepares to speak with a forge of the operator's file; nothing is sent yet.
  func forge(_ settings: ForgeSettings) throws(Problem) -> any Forge {
    let unusable = Problem(.usage, "is no address of a forge", subject: settings.url)
    switch settings.kind {
    case .github:
      let client = network.forges(world.store.responses)
      let made = GitHubForge(
        name: settings.name, url: settings.url, as: try credential(settings), by: client,
        pacing: pacing(settings.url), gate: gate(settings.name), git: objects(of: settings))
      guard let made else { throw unusable }
      return made
    case .local:
      FileModes.shareAgain()
      guard let made = LocalForge(name: settings.name, url: settings.url) else { throw unusable }
      return made
    case .gitlab, .gitea, .forgejo, .bitbucket:
      throw Problem(
        .refused, "the kind of forge is not served yet", subject: settings.kind.rawValue,
        advice: "github and local are.")
    }
  }

  private func credential(_ settings: ForgeSettings) throws(Problem) -> GitHubCredential {
    if let credential = try GitHubCredential(settings) { return credential }
    throw Problem(.usage, "one of 'token' and 'app' is missing", subject: settings.name)
  }

  /// Where trees and files that were read of a forge are kept, for its credential alone.
  private func objects(of forge: ForgeSettings) -> Git.Options {
    Git.Options(
      cache: Self.cacheFolder(settings) + "/git",
      partition: Digest(.sha256, of: "forge \(forge.name)").hexadecimal)
  }

  /// A second between writes on github.com, as GitHub asks.
  ///
  /// Servers of one's own have their limits switched off unless an administrator wants them, and
  /// then tell by `Retry-After`.
  private func pacing(_ url: String) -> HostPacing {
    let host = (try? AbsoluteURL(url).origin.host) ?? ""
    let isShared =
      host == "github.com" || host.hasSuffix(".github.com")
      || host.hasSuffix(".ghe.com")
    return HostPacing(pace: isShared ? .seconds(1) : .milliseconds(50))
  }
}

extension GitHubCredential {
  /// Reads what the operator's file gives; nil if it gives nothing.
  init?(_ settings: ForgeSettings) throws(Problem) {
    switch settings.credential {
    case .token(let token): self = .token(token)
    case .app(let id, let key):
      do {
        self = try .app(id: "\(id)", privateKey: key)
      } catch {
        throw Problem(.usage, "the private key of the App cannot be read", subject: settings.name)
      }
    case nil: return nil
    }
  }
}

extension Forge {
  /// The repositories that patterns mean; names without `*` are taken at their word.
  ///
  /// - Parameters:
  ///   - patterns: of the operator's file.
  ///   - known: learns of all repositories, where a list was needed.
  ///   - world: follows those whose names have changed.
  /// - Returns: them, as far as the forge listed them.
  /// - Throws: `ForgeError` where no list can be had, or `DatabaseError`.
  func repositories(
    meantBy patterns: [RepositoryPattern], noting known: ListedRepositories, in world: World
  ) async throws -> MeantRepositories {
    if patterns.allSatisfy({ $0.isLiteral }) {
      return MeantRepositories(
        names: patterns.filter { !$0.isExclusion }.compactMap { RepositoryName($0.text) }
          .filter { patterns.include($0.description) })
    }
    let listing = try await listing()
    let all = listing.repositories
    try await world.follow(all, of: name)
    known.take(listing)
    return MeantRepositories(
      names: all.filter { !$0.isArchived && patterns.include($0.name.description) }.map(\.name),
      resting: listing.resting.filter { patterns.mayInclude(someOf: $0.owner ?? "") })
  }
}
