internal import HTTP

/// The commits between both tags.
extension Search {
  /// How many are shown.
  private static let shown = 10
  /// How wide a title may be.
  private static let width = 80

  /// Finds the last commits that the new tag has and the old one has not, the newest first.
  mutating func commits() async -> Section<[CommitTitle]> {
    guard let newTag, let oldTag else { return .absent(.none) }
    do {
      let after = try await commits(at: newTag)
      let before = Set(try await commits(at: oldTag).map(\.id))
      let between = after.filter { !before.contains($0.id) }
      // The page of the new tag may end before the old one begins; its first commits are new.
      let found = between.prefix(Self.shown).map(Self.titled)
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

  /// Keeps the first line of a message.
  private static func titled(_ commit: CommitTitle) -> CommitTitle {
    var commit = commit
    let line = commit.title.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    commit.title = line.count > width ? line.prefix(width - 3) + "..." : line
    return commit
  }
}
