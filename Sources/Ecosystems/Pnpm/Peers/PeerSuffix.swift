import Crypto
import JSON
import JavaScript

/// The peers in a path: `(a@1.0.0)(b@2.0.0(c@1.0.0))`, or a hash if the text is too long.
enum PeerSuffix {
  /// Joins the peers.
  ///
  /// - Parameters:
  ///   - ids: the paths of the peers, in any order.
  ///   - limit: the largest number of characters without a hash: `peersSuffixMaxLength`.
  ///   - version: decides the hash, which pnpm 8 doesn't have.
  /// - Returns: the text with its brackets.
  static func text(_ ids: [String], limit: Int, _ version: PnpmVersion) -> String {
    let joined = ids.sorted { $0.precedesLexically($1) }.joined(separator: ")(")
    guard joined.utf16.count > limit, !version.has(.namesPeersByVersion) else {
      return "(\(joined))"
    }
    let hash =
      version.major > 9
      ? String(Digest(.sha256, of: joined).hexadecimal.prefix(32))
      : Base32.encode(Digest(.md5, of: joined).bytes)
    return "(\(hash))"
  }
}

/// File names of paths, as the package filenamify 4 makes them.
enum FileName {
  static func of(_ path: String) -> String {
    var result = ""
    for character in path {
      let isReserved =
        "<>:\"/\\|?*".contains(character) || character.asciiValue.map { $0 < 32 } == true
      result.append(isReserved ? "+" : character)
    }
    let dots = result.prefix { $0 == "." }
    if !dots.isEmpty { result = "+" + result.dropFirst(dots.count) }
    while result.hasSuffix(".") { result.removeLast() }
    while let double = result.firstRange(of: "++") { result.replaceSubrange(double, with: "+") }
    if result.count > 1 {
      if result.hasPrefix("+") { result.removeFirst() }
      if result.hasSuffix("+") { result.removeLast() }
    }
    return String(result.prefix(100))
  }
}
