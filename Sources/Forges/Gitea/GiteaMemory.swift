import FoundationEssentials
import Synchronization
import Time

/// What one client has learned from its server.
final class GiteaMemory: Sendable {
  private struct Contents {
    var version: GiteaVersion?
    var user: GiteaUser?
    var labels: [String: [GiteaLabel]] = [:]
    var firstLooks: [String: Timestamp] = [:]
    var hiddenRules: Set<String> = []
    var branches: [String: (at: Timestamp, branch: GiteaBranch)] = [:]
    var listed: (at: Timestamp, all: [RepositoryName: GiteaRepository])?
  }

  private let contents = Mutex(Contents())
  /// More pull requests than one pass looks at.
  private static let lookLimit = 10_000

  /// The version that the server reported.
  var version: GiteaVersion? {
    get { contents.withLock { $0.version } }
    set { contents.withLock { $0.version = newValue } }
  }

  /// The account of the token.
  var user: GiteaUser? {
    get { contents.withLock { $0.user } }
    set { contents.withLock { $0.user = newValue } }
  }

  /// Keeps the repositories of a list; of one that two pages have, the first.
  ///
  /// - Parameters:
  ///   - found: the repositories.
  ///   - time: when the list began, by the host's clock.
  func remember(listed found: [GiteaRepository], at time: Timestamp) {
    let named = found.compactMap { one in RepositoryName(one.fullName).map { ($0, one) } }
    contents.withLock { $0.listed = (time, Dictionary(named) { first, _ in first }) }
  }

  /// The repositories of an owner in the last list.
  func listed(of owner: String) -> [GiteaRepository] {
    contents.withLock { contents in
      (contents.listed?.all ?? [:]).filter { $0.key.owner.lowercased() == owner.lowercased() }
        .map(\.value)
    }
  }

  /// Returns the last list, once: a later survey needs a later list.
  func takeListed() -> (at: Timestamp, all: [RepositoryName: GiteaRepository])? {
    contents.withLock { contents in
      defer { contents.listed = nil }
      return contents.listed
    }
  }

  /// The labels of a repository, as far as they were read; the oldest of equal names.
  func label(_ name: String, of repository: RepositoryName) -> GiteaLabel? {
    contents.withLock { $0.labels[Self.key(repository)] }?.first { $0.name == name }
  }

  /// Replaces what is known about a repository's labels; nil forgets it.
  func remember(_ labels: [GiteaLabel]?, of repository: RepositoryName) {
    contents.withLock { $0.labels[Self.key(repository)] = labels }
  }

  /// Adds a label that was created.
  func remember(_ label: GiteaLabel, of repository: RepositoryName) {
    contents.withLock { $0.labels[Self.key(repository), default: []].append(label) }
  }

  /// Returns the time of the first look at a pull request with this head and base; nil if this is it.
  func firstRead(
    _ head: String, _ base: String, of repository: RepositoryName, now: Timestamp
  ) -> Timestamp? {
    contents.withLock { contents in
      let key = "\(Self.key(repository)) \(head) \(base)"
      if let first = contents.firstLooks[key] { return first }
      if contents.firstLooks.count >= Self.lookLimit { contents.firstLooks = [:] }
      contents.firstLooks[key] = now
      return nil
    }
  }

  /// How long a branch may serve as the present one.
  private static let lifetime = Duration.seconds(60)

  /// Keeps a branch with its rules, which several questions of a pass need.
  func remember(_ branch: GiteaBranch, _ name: String, of repository: RepositoryName, at: Timestamp)
  {
    contents.withLock { contents in
      if contents.branches.count >= Self.lookLimit { contents.branches = [:] }
      contents.branches["\(Self.key(repository)) \(name)"] = (at, branch)
    }
  }

  /// Returns a branch that was read a moment ago.
  func branch(_ name: String, of repository: RepositoryName, now: Timestamp) -> GiteaBranch? {
    contents.withLock { contents in
      contents.branches["\(Self.key(repository)) \(name)"].flatMap {
        now - $0.at < Self.lifetime ? $0.branch : nil
      }
    }
  }

  /// Whether the token may not read the details of a repository's branch protection.
  func hidesRules(of repository: RepositoryName) -> Bool {
    contents.withLock { $0.hiddenRules.contains(Self.key(repository)) }
  }

  /// Records that the token may not read them, so that they aren't requested again.
  func rememberHiddenRules(of repository: RepositoryName) {
    _ = contents.withLock { $0.hiddenRules.insert(Self.key(repository)) }
  }

  private static func key(_ repository: RepositoryName) -> String {
    repository.description.lowercased()
  }
}
