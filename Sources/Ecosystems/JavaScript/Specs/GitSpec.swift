import Text

/// A git repository with an optional revision or range, as hosted-git-info 7 parses it.
///
///     github:npm/cli#v10      git+ssh://git@git.example.org/x.git#semver:^1.0.0
package struct GitSpec: Hashable, Sendable {
  /// The normalized repository: `github:user/project`, or a URL without `git+` and fragment.
  package var repository: String
  /// A branch, tag or commit; nil for the default branch or a range of versions.
  package var committish: String?
  /// The range of `#semver:`, to which a tag has to belong.
  package var range: String?
  /// Whether npm knows the host and rewrites its URLs.
  package var isHosted: Bool

  private static let hosts = [
    "github.com": "github", "gitlab.com": "gitlab", "bitbucket.org": "bitbucket",
    "gist.github.com": "gist", "git.sr.ht": "sourcehut",
  ]

  /// Parses a spec or a lock's `resolved`; nil if it is not a git repository.
  package init?(_ text: String) {
    // Every form has one of these, and nearly all requirements of a project are ranges without them.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }) else {
      return nil
    }
    let (address, fragment) = Self.cut(text, at: "#")
    if let hosted = Self.hosted(address) {
      repository = hosted
      isHosted = true
    } else if Self.isGitURL(address) {
      repository = address.hasASCIIPrefix("git+") ? String(address.dropFirst(4)) : address
      isHosted = false
    } else {
      return nil
    }
    read(fragment)
  }

  private mutating func read(_ fragment: String?) {
    guard let fragment, !fragment.isEmpty else { return }
    if fragment.hasPrefix("semver:") {
      range = String(fragment.dropFirst(7))
    } else {
      committish = fragment
    }
  }

  /// Whether the revision is the full hash of a commit.
  package var isPinned: Bool {
    committish?.utf8.count == 40 && committish?.allSatisfy(\.isHexDigit) == true
  }

  private static func isGitURL(_ address: String) -> Bool {
    let schemes = [
      "git:", "git+http:", "git+https:", "git+ssh:", "git+file:", "git+ftp:", "git+rsync:",
    ]
    return schemes.contains { address.hasASCIIPrefix($0) }
  }

  /// Returns `host:user/project` for a shorthand or a URL of a known host.
  private static func hosted(_ address: String) -> String? {
    for host in hosts.values where address.hasPrefix(host + ":") {
      return shorthand(host, String(address.dropFirst(host.count + 1)))
    }
    if isGitHubShorthand(address) { return shorthand("github", address) }
    guard let (host, path) = split(address), let name = hosts[host] else { return nil }
    let isTarball = path.slashParts().count > 2 && name != "gitlab"
    if isTarball || path.contains("/-/") || path.hasSuffix(".tgz") { return nil }
    return shorthand(name, path)
  }

  private static func shorthand(_ host: String, _ path: String) -> String {
    let project = path.hasSuffix(".git") ? String(path.dropLast(4)) : path
    return host + ":" + project
  }

  private static func isGitHubShorthand(_ address: String) -> Bool {
    let parts = address.slashParts(omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return false }
    let excluded =
      address.contains(":") || address.contains("@") || address.contains(where: \.isWhitespace)
    return !excluded && !address.hasPrefix(".")
  }

  /// Splits a URL into host and path; `git+`, a user and ssh's colon are allowed.
  private static func split(_ address: String) -> (host: String, path: String)? {
    var rest = address[...]
    if let scheme = address.firstRange(of: "://") {
      let schemes = ["git", "http", "https", "ssh", "git+ssh", "git+https", "git+http"]
      guard schemes.contains(String(address[..<scheme.lowerBound])) else { return nil }
      rest = address[scheme.upperBound...]
    } else if !address.hasPrefix("git@") {
      return nil
    }
    if let at = rest.firstIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    guard let end = rest.firstIndex(where: { $0 == "/" || $0 == ":" }) else { return nil }
    let host = rest[..<end]
    let name = host.hasPrefix("www.") ? host.dropFirst(4) : host
    return (String(name), String(rest[rest.index(after: end)...]))
  }

  private static func cut(_ text: String, at mark: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}

extension GitSpec {
  /// `host/user/project.git#revision` for a repository of a known host; nil for other hosts.
  package var sshAddress: String? {
    guard let colon = repository.firstIndex(of: ":") else { return nil }
    let name = String(repository[..<colon])
    guard let host = Self.hosts.first(where: { $0.value == name })?.key else { return nil }
    let fragment = range.map { "#semver:" + $0 } ?? committish.map { "#" + $0 } ?? ""
    return "\(host)/\(repository[repository.index(after: colon)...]).git\(fragment)"
  }

  /// Returns the user and the password of a URL, as in `https://user:password@github.com/a/b`.
  ///
  /// Returns nil for `ssh:` and for shorthands, whose users npm drops, and for gists.
  package func user(in url: String) -> String? {
    guard let scheme = url.firstRange(of: "://"), !repository.hasPrefix("gist:"),
      ["git", "http", "https", "git+https"].contains(String(url[..<scheme.lowerBound]))
    else { return nil }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    let user = authority[..<at]
    let shown = user.hasSuffix(":") ? user.dropLast() : user
    return shown.isEmpty ? nil : String(shown)
  }
}
