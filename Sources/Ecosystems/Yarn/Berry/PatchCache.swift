import Crypto
import Ecosystem

/// Keeps one computed result for later resolutions and commands.
struct PatchCache: Sendable {
  private let contents: ContentCache
  private let name: String

  /// Creates the cache of a result.
  ///
  /// - Parameters:
  ///   - contents: stores the result.
  ///   - kind: the kind of the result, a word.
  ///   - inputs: everything that the result depends on.
  init(_ contents: ContentCache, _ kind: String, _ inputs: [String]) {
    self.contents = contents
    let key = ([contents.scope] + inputs).map { "\($0.utf8.count):\($0)" }.joined()
    name = "\(kind):" + Digest(.sha256, of: key).hexadecimal
  }

  func load() async -> [UInt8]? { await contents.load(name) }

  func keep(_ bytes: [UInt8]) async { await contents.keep(name, bytes) }
}
