/// What an image's use refers to.
struct ImageState: UseState {
  /// The version in its tag; nil for another tag or none.
  var version: ImageTag?
  /// The tags of the same form, oldest first.
  var candidates: [ImageTag]
  /// The newest tag that has another form; nil without one, or if its own form has newer ones.
  var otherForm: ImageTag?
  /// A tag with higher numbers whose order isn't known; nil without one, or if there is a newer tag.
  var unordered: String?

  /// Selects the tags that a use can move to.
  init(_ use: ImageUse, among tags: ImageTags) {
    if let form = use.image.tag.flatMap(tags.versionBeforeCommit) {
      version = form
      candidates = tags.committed(like: form)
    } else {
      version = use.image.tag.flatMap { ImageTag($0) }.flatMap { tags.isCommit($0) ? nil : $0 }
      candidates = version.map(tags.alike) ?? []
    }
    if let tag = use.image.tag, !candidates.contains(where: { $0.text != tag && isNewer($0) }) {
      otherForm = tags.newest(beside: tag, version)
      if otherForm == nil { unordered = tags.highest(shapedLike: tag) }
    }
  }

  private func isNewer(_ candidate: ImageTag) -> Bool { version.map { candidate > $0 } ?? false }
}
