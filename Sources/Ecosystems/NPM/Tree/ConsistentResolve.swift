import JavaScript

/// Spells where a package came from in one way, whoever wrote it down.
enum ConsistentResolve {
  /// Turns a lock's relative `file:` into an absolute one, and hosted git URLs into `git+ssh:`.
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

  /// What a lock writes: `file:` relative to the root's folder.
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
    guard git.isHosted, let address = git.sshAddress,
      !text.contains("://") || !git.hasCredentials(text)
    else { return text }
    return "git+ssh://git@" + address
  }

  /// How the hosts begin that npm may know.
  private static let gitHosts = ["git", "bitbucket.org", "www."]

  /// Whether the text is a tarball at some host that npm does not know as one of git.
  private static func isPlain(_ resolved: String) -> Bool {
    guard resolved.hasPrefix("https://") || resolved.hasPrefix("http://") else { return false }
    let slash = UInt8(ascii: "/")
    let rest = resolved.utf8.drop { $0 != slash }.dropFirst(2)
    let host = rest.prefix { $0 != slash && $0 != UInt8(ascii: "@") }
    let isGitHost = gitHosts.contains { host.starts(with: $0.utf8) }
    return !isGitHost && host.endIndex < rest.endIndex && rest[host.endIndex] == slash
  }
}
