import JavaScript

/// Writes the source of a package in one way (`consistent-resolve.js` of npm 10.8.2).
enum ConsistentResolve {
  /// Converts a lock's relative `file:` to an absolute one, and URLs of known git hosts to
  /// `git+ssh:`, or to `git+https:` if they name a user.
  static func absolute(_ resolved: String, from folder: String, _ arena: Arena) -> String {
    if isPlain(resolved) { return resolved }
    switch arena.request(resolved) {
    case .directory(let path), .file(let path): return "file:" + Paths.resolve(folder, path)
    case .git(let git): return url(git, resolved)
    case .unsupported(let reason):
      arena.refuse(reason, subject: resolved)
      return resolved
    default: return resolved
    }
  }

  /// Returns the form in locks: `file:` is relative to the root's folder.
  static func written(_ resolved: String, root: String, _ arena: Arena) -> String {
    if isPlain(resolved) { return resolved }
    switch arena.request(resolved) {
    case .directory(let path), .file(let path):
      return "file:" + Paths.relative(root, path)
    case .git(let git): return url(git, resolved)
    default: return resolved
    }
  }

  private static func url(_ git: GitSpec, _ text: String) -> String {
    guard git.isHosted, let address = git.sshAddress else { return text }
    guard let user = git.user(in: text) else { return "git+ssh://git@" + address }
    return "git+https://\(user)@\(address)"
  }

  /// The prefixes of git hosts that npm may know.
  private static let gitHosts = ["git", "bitbucket.org", "www."]

  /// Whether the text is the URL of a tarball at a host other than npm's git hosts.
  private static func isPlain(_ resolved: String) -> Bool {
    guard resolved.hasPrefix("https://") || resolved.hasPrefix("http://") else { return false }
    let slash = UInt8(ascii: "/")
    let rest = resolved.utf8.drop { $0 != slash }.dropFirst(2)
    let host = rest.prefix { $0 != slash && $0 != UInt8(ascii: "@") }
    let isGitHost = gitHosts.contains { host.starts(with: $0.utf8) }
    return !isGitHost && host.endIndex < rest.endIndex && rest[host.endIndex] == slash
  }
}
