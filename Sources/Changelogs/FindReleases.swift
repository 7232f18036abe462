internal import HTTP
internal import JSON

/// Release notes on the forge's own pages.
extension Search {
  /// Finds the releases between both versions, the newest first.
  mutating func releases() async -> Section<[ReleaseNote]> {
    guard let request = host.releases() else { return .absent(.none) }
    do {
      let host = host
      let all = try await fetcher.pages(request, atMost: 1) { response in
        response.json?.array?.map { host.release(in: $0) }
      } isEnough: { _ in
        true
      }
      let found = chosen(all.compactMap(\.self).compactMap(note))
      return found.isEmpty ? .absent(.none) : .found(found)
    } catch {
      return .absent(error)
    }
  }

  private func note(
    _ release: (tag: String, title: String, text: String, page: String)
  ) -> (note: ReleaseNote, tag: Tag)? {
    guard let tag = Tag(release.tag, order) else { return nil }
    let title = release.title.isEmpty ? release.tag : release.title
    let note = ReleaseNote(
      title: title, tag: release.tag, version: tag.version, text: release.text, page: release.page)
    return (note, tag)
  }

  /// Keeps the package's own releases if it has some, and of those the versions between.
  private mutating func chosen(_ all: [(note: ReleaseNote, tag: Tag)]) -> [ReleaseNote] {
    let own = all.filter { $0.tag.names(source.name) }
    let mine = own.isEmpty ? all.filter { $0.tag.isOfNobodyElse } : own
    newTag = mine.first { order.isSame($0.tag.version, new) }?.tag.name
    oldTag = mine.first { order.isSame($0.tag.version, old) }?.tag.name
    return mine.map(\.note).filter { order.isBetween($0.version, old, new) }
      .sorted { order.isLower($1.version, $0.version) == true }
  }
}
