import Forges
import Store
import Time

/// When pull requests for version updates were opened in a repository, for the limits per hour.
///
/// Times are added before a pull request is opened: if the process dies in between, the limit is kept
/// rather than exceeded.
struct OpeningTimes: Hashable, Sendable {
  /// An opening, with the entry by base branch and index.
  private struct Opening: Hashable {
    var at: Timestamp
    var entry: String
  }

  private var openings: [Opening] = []
  /// The base branch whose entries are counted.
  var base = ""

  /// Creates an empty list.
  init() {}

  /// The oldest opening that counts; nil without one.
  var first: Timestamp? { openings.map(\.at).min() }

  /// Counts openings since a time, of an entry of the base branch or of the repository.
  func count(since start: Timestamp, of entry: Int?) -> Int {
    let name = entry.map { "\(base) \($0)" }
    return openings.count { $0.at > start && (name == nil || $0.entry == name) }
  }

  /// Adds an opening and forgets those that are older than an hour.
  mutating func add(at now: Timestamp, of entry: Int?) {
    openings.removeAll { $0.at <= now - .seconds(3_600) }
    openings.append(Opening(at: now, entry: "\(base) \(entry ?? -1)"))
  }

  /// Removes the newest opening, which didn't take place.
  mutating func removeLast() {
    if !openings.isEmpty { openings.removeLast() }
  }
}

extension OpeningTimes {
  /// One opening per line: milliseconds, branch and index.
  private var bytes: [UInt8] {
    Array(openings.map { "\($0.at.milliseconds) \($0.entry)" }.joined(separator: "\n").utf8)
  }

  private init(bytes: [UInt8], base: String) {
    self.base = base
    openings = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
      return Opening(at: Timestamp(milliseconds: time), entry: String(parts[1]))
    }
  }

  /// Loads the saved times of a repository.
  static func load(
    from store: StateStore, of repository: RepositoryID, base: String
  ) async throws -> OpeningTimes {
    let bytes = try await store.content("openings \(repository)") ?? []
    return OpeningTimes(bytes: bytes, base: base)
  }

  /// Saves the times of a repository.
  func save(in store: StateStore, of repository: RepositoryID, now: Timestamp) async throws {
    try await store.keep(bytes, as: "openings \(repository)", now: now)
  }
}
