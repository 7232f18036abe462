import Crypto
package import Ecosystem
import Synchronization

/// Stores the manifests of a commit of a repository; a commit never changes, so they are
/// good for ever.
package struct ManifestCache: Sendable {
  /// Files by name, or nil where the commit of that repository was not met before.
  package var recall: @Sendable (_ commit: String, _ location: String) async -> [String: [UInt8]]?
  /// Stores the files of a commit; a failure isn't an error, since they can be fetched again.
  package var remember:
    @Sendable (_ commit: String, _ location: String, _ files: [String: [UInt8]]) async -> Void

  /// Makes a cache of functions.
  package init(
    recall: @escaping @Sendable (String, String) async -> [String: [UInt8]]?,
    remember: @escaping @Sendable (String, String, [String: [UInt8]]) async -> Void
  ) {
    self.recall = recall
    self.remember = remember
  }

  /// Keeps up to `limit` commits for as long as the process lives.
  package static func memory(limit: Int = 4096) -> ManifestCache {
    let shelf = Shelf()
    return ManifestCache(
      recall: { commit, location in shelf.files.withLock { $0[name(commit, location)] } },
      remember: { commit, location, files in
        shelf.files.withLock { kept in
          if kept.count >= limit { kept.removeAll() }
          kept[name(commit, location)] = files
        }
      })
  }

  /// Keeps commits beyond the life of the process too, as bytes under a name.
  package static func stored(
    load: @escaping @Sendable (_ name: String) async -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
  ) -> ManifestCache {
    let memory = ManifestCache.memory()
    return ManifestCache(
      recall: { commit, location in
        if let files = await memory.recall(commit, location) { return files }
        guard let bytes = await load(name(commit, location)),
          let files = Archive.files(of: bytes)
        else { return nil }
        await memory.remember(commit, location, files)
        return files
      },
      remember: { commit, location, files in
        await memory.remember(commit, location, files)
        await keep(name(commit, location), Archive.bytes(of: files))
      })
  }

  /// Creates a cache on top of one for any content.
  package init(_ contents: ContentCache) {
    self = .stored(load: contents.load, keep: contents.keep).apart(for: contents.scope)
  }

  /// The same cache for another scope: scopes don't see each other's content.
  ///
  /// Whoever knows a commit's name would else read by it what only another's credential may see.
  package func apart(for scope: String) -> ManifestCache {
    guard !scope.isEmpty else { return self }
    return ManifestCache(
      recall: { commit, location in await recall(commit, "\(scope)\n\(location)") },
      remember: { commit, location, files in
        await remember(commit, "\(scope)\n\(location)", files)
      })
  }

  /// One word of hexadecimal digits behind a colon.
  private static func name(_ commit: String, _ location: String) -> String {
    "swift-manifests:" + Digest(.sha256, of: "\(commit)\n\(location)").hexadecimal
  }

  private final class Shelf: Sendable {
    let files = Mutex<[String: [String: [UInt8]]]>([:])
  }
}

/// Files one behind the other, each after a line with its name and its length.
enum Archive {
  static func bytes(of files: [String: [UInt8]]) -> [UInt8] {
    files.sorted { $0.key < $1.key }.flatMap { name, bytes in
      Array("\(name)\t\(bytes.count)\n".utf8) + bytes
    }
  }

  /// Takes files apart again; nil for what `bytes(of:)` did not make.
  static func files(of bytes: [UInt8]) -> [String: [UInt8]]? {
    var files: [String: [UInt8]] = [:]
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\t")
      rest = rest[(end + 1)...]
      guard words.count == 2, let count = Int(words[1]), (0...rest.count).contains(count) else {
        return nil
      }
      files[String(words[0])] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return files
  }
}
