internal import HTTP

/// Finds the commits between both tags.
extension Search {
  /// The maximum number of commits.
  private static let limit = 10
  /// The maximum width of a title.
  private static let width = 80

  /// Finds the latest commits of the new tag that the old tag does not have, the newest first.
  mutating func commits() async -> Section<[CommitTitle]> {
    guard let newTag, let oldTag else { return .absent(.none) }
    do {
      let after = try await commits(at: newTag)
      let before = Set(try await commits(at: oldTag).map(\.id))
      let between = after.filter { !before.contains($0.id) }
      // The list for the new tag can end before the old tag's commits; its first commits are new.
      let found = between.prefix(Self.limit).map(Self.titled)
      return found.isEmpty ? .absent(.none) : .found(found)
    } catch {
      return .absent(error)
    }
  }

  private mutating func commits(at tag: String) async throws(Absence) -> [CommitTitle] {
    let host = host
    let request = host.commits(at: tag, in: host.repository.directory)
    return try await fetcher.pages(request, atMost: 1) { response in
      response.json.flatMap(host.items)?.compactMap { host.commit(in: $0) }
    } isEnough: { _ in
      true
    }
  }

  /// Reduces a message to its first line.
  private static func titled(_ commit: CommitTitle) -> CommitTitle {
    var commit = commit
    let line = commit.title.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    commit.title = line.count > width ? line.prefix(width - 3) + "..." : line
    return commit
  }
}
