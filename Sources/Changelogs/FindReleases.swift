internal import HTTP
internal import JSON
internal import Versioning

/// Finds release notes on the forge.
extension Search {
  /// The maximum number of pages of releases.
  private static let pageLimit = 3

  /// Finds the releases between both versions, the newest first.
  mutating func releases() async -> Section<[ReleaseNote]> {
    guard let request = host.releases() else { return .absent(.none) }
    do {
      let (host, order, source, old, new) = (host, order, source, old, new)
      let all = try await fetcher.pages(request, atMost: Self.pageLimit) { response in
        response.json.flatMap(host.items)?.compactMap { host.release(in: $0) }
          .compactMap { Self.note($0, order) }
      } isEnough: { found in
        // A lower version is not enough to stop: backports can be listed between the relevant
        // releases.
        let own = Self.own(found, of: source, new, order)
        return [old, new].allSatisfy { version in
          own.contains { order.isSame($0.note.version, version) }
        }
      }
      let found = chosen(all)
      return found.isEmpty ? .absent(.none) : .found(found)
    } catch {
      return .absent(error)
    }
  }

  private static func note(
    _ release: (tag: String, title: String, text: String, page: String), _ order: VersionOrder
  ) -> (note: ReleaseNote, tag: Tag)? {
    guard let tag = Tag(release.tag, order) else { return nil }
    let title = release.title.isEmpty ? release.tag : release.title
    let note = ReleaseNote(
      title: title, tag: release.tag, version: tag.version, text: release.text, page: release.page)
    return (note, tag)
  }

  /// Returns the releases that name the package if the new version is among them, otherwise those that
  /// name no package.
  ///
  /// One old release that names the package doesn't hide later ones that name none. Releases without a
  /// name belong to another package if the package is in a folder and others are named.
  private static func own(
    _ all: [(note: ReleaseNote, tag: Tag)], of source: PackageSource, _ new: String,
    _ order: VersionOrder
  ) -> [(note: ReleaseNote, tag: Tag)] {
    let named = all.filter { $0.tag.names(source.name) }
    if named.contains(where: { order.isSame($0.tag.version, new) }) { return named }
    let plain = source.mayOwnPlainTags(all.map(\.tag)) ? all.filter { $0.tag.namesNoPackage } : []
    let isPlain = named.isEmpty || plain.contains { order.isSame($0.tag.version, new) }
    return isPlain ? plain : named
  }

  /// Returns the releases between the versions, and stores both tags.
  private mutating func chosen(_ all: [(note: ReleaseNote, tag: Tag)]) -> [ReleaseNote] {
    let own = Self.own(all, of: source, new, order)
    newTag = own.first { order.isSame($0.tag.version, new) }?.tag.name
    oldTag = own.first { order.isSame($0.tag.version, old) }?.tag.name
    return own.map(\.note).filter { order.isBetween($0.version, old, new) }
      .sorted { order.isLower($1.version, $0.version) == true }
  }
}
