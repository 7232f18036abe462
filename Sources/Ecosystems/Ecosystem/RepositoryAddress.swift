import Text

/// Returns a repository's address without scheme, user and `.git`: `github.com/apple/swift-nio`.
///
/// - Parameter source: a URL, or git's short form `git@github.com:apple/swift-nio.git`.
/// - Returns: the host in lowercase and the path as written; nil for local paths and other schemes.
package func repositoryAddress(_ source: String) -> String? {
  var rest = source[...]
  if let scheme = rest.firstRange(of: "://") {
    guard ["https", "http", "ssh", "git"].contains(rest[..<scheme.lowerBound]) else { return nil }
    rest = rest[scheme.upperBound...]
    if let sign = rest.prefix(while: { $0 != "/" }).firstIndex(of: "@") {
      rest = rest[rest.index(after: sign)...]
    }
  } else if let sign = rest.firstIndex(of: "@"), let colon = rest[sign...].firstIndex(of: ":") {
    rest = rest[rest.index(after: sign)..<colon] + "/" + rest[rest.index(after: colon)...]
  } else {
    return nil
  }
  while rest.last == "/" { rest.removeLast() }
  if rest.hasSuffix(".git") { rest.removeLast(4) }
  let parts = rest.slashParts(maxSplits: 1)
  return parts.count == 2 ? "\(parts[0].lowercased())/\(parts[1])" : nil
}
