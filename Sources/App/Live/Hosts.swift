import Configuration
import Crypto
import Ecosystem
import Forges
import Git
import HTTP
import Logging
import Service
import Store
import Text
import Updates

extension Live {
  /// Creates the client of a forge of the operator's file; nothing is sent yet.
  func forge(_ settings: ForgeSettings) throws(Problem) -> any Forge {
    if settings.kind.sharesFiles { FileModes.shareAgain() }
    var signer = remoteSigner
    if signer == nil { signer = try self.settings.commitSigner(now: world.now) }
    do {
      let connection = connection(to: settings, signing: signer)
      if let forge = try settings.kind.connect(connection) { return forge }
    } catch let error as ForgeSetupError {
      throw Problem(error, settings)
    } catch {
      throw Problem(repositoryError: error, subject: settings.name)
    }
    throw Problem(.usage, "is not the address of a forge", subject: settings.url)
  }

  private func connection(
    to settings: ForgeSettings, signing signer: CommitSigner?
  ) -> ForgeConnection {
    var connection = ForgeConnection(
      name: settings.name, url: settings.url, credential: settings.credential?.held,
      client: network.forges(world.store.responses), limiter: limiter(settings.name),
      git: objects(of: settings))
    connection.signer = signer
    connection.sharedPace = sharedPace(of: settings.name)
    return connection
  }

  /// Spaces the writes of all processes that use the state; nil if it is this machine's alone.
  private func sharedPace(of forge: String) -> SharedPace? {
    let store = world.store
    guard store.isShared else { return nil }
    return SharedPace(
      reserve: { try await store.reserveSlot(of: $0, at: forge) },
      close: { try await store.closeSlots(at: forge, for: $0) })
  }

  /// The cache for trees and files of a forge, separate for each credential.
  private func objects(of forge: ForgeSettings) -> Git.Options {
    Git.Options(
      cache: Self.cacheFolder(settings) + "/git",
      partition: Digest(.sha256, of: "forge \(forge.name)").hexadecimal)
  }
}

extension Problem {
  /// Explains why a forge can't be connected to.
  init(_ error: ForgeSetupError, _ settings: ForgeSettings) {
    switch error {
    case .noCredential:
      self.init(.usage, "one of 'token' and 'app' is missing", subject: settings.name)
    case .unreadableKey:
      self.init(.usage, "the private key of the App cannot be read", subject: settings.name)
    }
  }
}

extension Forge {
  /// Returns the repositories that patterns select; names without `*` are used without a list.
  ///
  /// - Parameters:
  ///   - patterns: the patterns in the configuration.
  ///   - known: stores the list of all repositories, if it was needed.
  ///   - world: updates the names of renamed repositories.
  /// - Returns: the repositories that the forge has listed.
  /// - Throws: `ForgeError` if the list fails, or `DatabaseError`.
  func repositories(
    selectedBy patterns: [RepositoryPattern], storing known: ListedRepositories, in world: World
  ) async throws -> SelectedRepositories {
    if patterns.allSatisfy({ $0.isLiteral }) {
      return SelectedRepositories(
        names: patterns.filter { !$0.isExclusion }.compactMap { RepositoryName($0.text) }
          .filter { patterns.include($0.description) })
    }
    let listing = try await listing()
    let all = listing.repositories
    try await world.follow(all, of: name)
    known.replace(with: listing)
    let selected = all.filter { patterns.include($0.name.description) }
    let isSkipped = { (repository: Forges.Repository) in
      repository.isFork && !repository.isArchived && world.skipsFork(self.id(of: repository.name))
    }
    let readOnly = try await readOnly(
      besides: Set(all.map(\.name)), selectedBy: patterns, world.log)
    return SelectedRepositories(
      names: selected.filter { !$0.isArchived && !isSkipped($0) }.map(\.name),
      resting: listing.resting.filter { patterns.mayInclude(someOf: $0.owner ?? "") },
      archived: selected.filter(\.isArchived).map(\.name),
      forks: selected.filter(isSkipped).map(\.name), readOnly: readOnly)
  }

  /// Returns the selected repositories that the forge doesn't list because the credential may only
  /// read them.
  private func readOnly(
    besides listed: Set<RepositoryName>, selectedBy patterns: [RepositoryPattern], _ log: Logger
  ) async throws(ForgeError) -> [RepositoryName] {
    guard let ownerListing else { return [] }
    let owners = Set(
      patterns.filter { $0.hasLiteralOwner && !$0.isExclusion }
        .compactMap { $0.text.slashParts().first.map(String.init) })
    var found: [RepositoryName] = []
    for owner in owners.sorted() {
      do throws(ForgeError) {
        found += try await ownerListing.repositories(of: owner).filter { !$0.isArchived }
          .map(\.name).filter { !listed.contains($0) && patterns.include($0.description) }
      } catch {
        // The repositories that can be updated are known.
        guard error.code == .forbidden else { throw error }
        log.warning(
          "the repositories that the credential may only read can't be listed",
          ["owner": owner, "error": error.message])
      }
    }
    return found.sorted()
  }
}
