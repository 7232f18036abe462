import Synchronization

/// Keeps the manifests that stand at a commit; a commit never changes, so they are good for ever.
package struct ManifestCache: Sendable {
  /// Files by name, or nil where the commit was not met before.
  package var recall: @Sendable (_ commit: String) async -> [String: [UInt8]]?
  package var remember: @Sendable (_ commit: String, _ files: [String: [UInt8]]) async -> Void

  /// Makes a cache of functions.
  package init(
    recall: @escaping @Sendable (String) async -> [String: [UInt8]]?,
    remember: @escaping @Sendable (String, [String: [UInt8]]) async -> Void
  ) {
    self.recall = recall
    self.remember = remember
  }

  /// Keeps up to `limit` commits for as long as the process lives.
  package static func memory(limit: Int = 4096) -> ManifestCache {
    let shelf = Shelf()
    return ManifestCache(
      recall: { commit in shelf.files.withLock { $0[commit] } },
      remember: { commit, files in
        shelf.files.withLock { kept in
          if kept.count >= limit { kept.removeAll() }
          kept[commit] = files
        }
      })
  }

  private final class Shelf: Sendable {
    let files = Mutex<[String: [String: [UInt8]]]>([:])
  }
}
