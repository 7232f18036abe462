import Crypto
import FoundationEssentials
import Glibc
import SwiftPM

/// Manifests that commands leave to those after them: a file for each commit.
///
/// A file begins with the digest of what follows: one that a crash cut short counts as not there.
struct ManifestFiles: Sendable {
  /// Made when something is kept.
  let folder: String

  /// The files as a cache; what cannot be kept is asked for again the next time.
  var cache: ManifestCache {
    .stored(load: { name in load(name) }, keep: { name, bytes in keep(bytes, as: name) })
  }

  private func load(_ name: String) -> [UInt8]? {
    guard let path = path(name), let data = FileManager.default.contents(atPath: path) else {
      return nil
    }
    let bytes = Array(data)
    let body = Array(bytes.dropFirst(Self.seal([]).count))
    return Self.seal(body) + body == bytes ? body : nil
  }

  private func keep(_ bytes: [UInt8], as name: String) {
    guard let path = path(name) else { return }
    let aside = "\(path).\(getpid())"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: aside, contents: Data(Self.seal(bytes) + bytes))
    else { return }
    if rename(aside, path) != 0 { unlink(aside) }
  }

  private static func seal(_ bytes: [UInt8]) -> [UInt8] {
    Array((Digest(.sha256, of: bytes).hexadecimal + "\n").utf8)
  }

  /// Commits are hexadecimal; anything else could name a file elsewhere.
  private func path(_ name: String) -> String? {
    let commit = name.drop { $0 != ":" }.dropFirst()
    guard !commit.isEmpty, commit.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return "\(folder)/\(commit)"
  }
}
