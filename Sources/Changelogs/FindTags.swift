internal import HTTP

/// Finds the tags of both versions.
extension Search {
  /// The maximum number of pages of tags.
  private static let pageLimit = 4

  /// Finds tags that the releases did not have.
  ///
  /// A missing tag stays nil.
  mutating func findTags() async {
    if oldTag != nil, newTag != nil { return }
    let (host, order, source, old, new) = (host, order, source, old, new)
    let found = try? await fetcher.pages(host.tags(), atMost: Self.pageLimit) { response in
      response.json.flatMap(host.items)?.compactMap { host.tag(in: $0) }
        .compactMap { Tag($0, order) }
    } isEnough: { tags in
      [old, new].allSatisfy { Tag.best(for: $0, of: source, among: tags, order) != nil }
    }
    guard let tags = found else { return }
    newTag = newTag ?? Tag.best(for: new, of: source, among: tags, order)?.name
    oldTag = oldTag ?? Tag.best(for: old, of: source, among: tags, order)?.name
  }
}
