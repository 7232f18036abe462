import Forges
import Store
import Time

extension Watcher {
  /// Makes a draft of ours ready for review once its checks are green, or if it has none.
  func endDraft(of watched: inout WatchedPullRequest) async throws {
    guard let current = watched.current, current.state == .open, current.isDraft,
      let drafts = forge.drafts, let key = UpdateKey(watched.record), watched.isOurs
    else { return }
    switch watched.mergeVerdict {
    case .passed, .some(.none): break
    default: return
    }
    guard let note = try await world.store.content(OwnDraft.name(of: key)), !note.isEmpty else {
      return
    }
    try await drafts.endDraft(watched.number, in: repository)
    try await world.store.keep([], as: OwnDraft.name(of: key), now: world.now())
    watched.current?.isDraft = false
    if current.mergeState == .draft { watched.current?.mergeState = nil }
  }
}
