import Crypto
import Ecosystem
import FileAccess
import FoundationEssentials
import Libc
import Synchronization

/// Content that commands cache for later commands, one file per name.
///
/// A file starts with the digest of the rest, so that a file that a crash truncated is ignored. Above
/// `limit` bytes in total, the least recently used files are deleted.
struct ContentFiles: Sendable {
  /// Created when something is stored.
  let folder: String
  /// The total size of all files.
  private let limit = 256 << 20
  private let wasPruned = Flag()

  /// The files as a cache; what can't be stored is fetched again the next time.
  var cache: ContentCache {
    ContentCache(load: { name in load(name) }, keep: { name, bytes in keep(bytes, as: name) })
  }

  private func load(_ name: String) -> [UInt8]? {
    guard let path = path(name), let data = FileManager.default.contents(atPath: path) else {
      return nil
    }
    let bytes = Array(data)
    let body = Array(bytes.dropFirst(Self.seal([]).count))
    guard Self.seal(body) + body == bytes else { return nil }
    // The modification time is the time of the last use.
    utimes(path, nil)
    return body
  }

  private func keep(_ bytes: [UInt8], as name: String) {
    guard let path = path(name) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A file that can't be written is fetched again.
    try? replaceFile(path, with: Self.seal(bytes) + bytes, isDurable: false)
    // A process adds far less than the limit, so it lists the folder only once.
    if !wasPruned.exchange(true) { prune() }
  }

  /// Deletes the least recently used files, down to nine tenths of the limit.
  private func prune() {
    var files = kept()
    var size = files.reduce(0) { $0 + $1.size }
    guard size > limit else { return }
    files.sort { $0.used > $1.used }
    while size > limit / 10 * 9, let oldest = files.popLast() {
      unlink("\(folder)/\(oldest.name)")
      size -= oldest.size
    }
  }

  private func kept() -> [(name: String, size: Int, used: Int)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0 else { return nil }
      return (name, Int(status.st_size), status.st_mtim.tv_sec)
    }
  }

  private static func seal(_ bytes: [UInt8]) -> [UInt8] {
    Array((Digest(.sha256, of: bytes).hexadecimal + "\n").utf8)
  }

  /// Returns a file's path; nil for names that aren't hexadecimal, which could lead elsewhere.
  private func path(_ name: String) -> String? {
    let digits = name.drop { $0 != ":" }.dropFirst()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return "\(folder)/\(digits)"
  }
}

/// A flag that is set once.
private final class Flag: Sendable {
  private let value = Mutex(false)

  func exchange(_ new: Bool) -> Bool {
    value.withLock { old in
      defer { old = new }
      return old
    }
  }
}
