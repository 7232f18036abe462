import Text

/// The parsed address of a remote repository.
///
///     Remote("git@host:acme/web.git")?.host == "host"
package struct Remote: Hashable, Sendable {
  /// The protocol of an address.
  package enum Transport: Hashable, Sendable {
    /// `https://` or `http://`.
    case http
    /// `ssh://`, or git's short form `user@host:path`.
    case ssh
    /// `file://`, or an absolute path.
    case file
  }

  /// Determines the kind of credential: a password or token, an SSH key, or none for a folder.
  package var transport: Transport
  /// In lowercase; empty for a local folder.
  package var host: String
  /// The address for libgit2: without a password, and for HTTP without a user.
  package var address: String
  /// The user in the address, or nil.
  package var user: String?
  /// The password in the address, which is only passed to the credentials callback; nil if there is
  /// none.
  package var password: String?

  /// Parses `https://`, `http://`, `ssh://`, `file://`, `user@host:path` and absolute paths.
  ///
  /// Returns nil for anything else: `git://` authenticates no server, and relative paths have no
  /// base.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 4096, text.utf8.allSatisfy({ $0 > 32 && $0 != 127 })
    else { return nil }
    if text.hasPrefix("/") {
      self.init(transport: .file, host: "", address: text)
    } else if let range = text.firstRange(of: "://") {
      self.init(
        scheme: text[..<range.lowerBound].lowercased(), rest: text[range.upperBound...])
    } else {
      self.init(scp: text)
    }
  }

  private init(transport: Transport, host: String, address: String) {
    self.transport = transport
    self.host = host
    self.address = address
  }

  private init?(scheme: String, rest: Substring) {
    switch scheme {
    case "file":
      guard rest.hasPrefix("/") else { return nil }
      self.init(transport: .file, host: "", address: "file://\(rest)")
    case "http", "https":
      self.init(transport: .http, scheme: scheme, rest: rest)
    case "ssh", "git+ssh", "ssh+git":
      self.init(transport: .ssh, scheme: "ssh", rest: rest)
    default:
      return nil
    }
  }

  private init?(transport: Transport, scheme: String, rest: Substring) {
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash]
    let at = authority.lastIndex(of: "@")
    let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
    guard let host = Self.host(of: hostAndPort) else { return nil }
    self.init(transport: transport, host: host, address: "")
    if let at { read(userInfo: authority[..<at]) }
    let shown = transport == .ssh ? user.map { "\($0)@" } ?? "" : ""
    address = "\(scheme)://\(shown)\(hostAndPort)\(rest[slash...])"
  }

  /// Parses `[user@]host:path`, in which no slash precedes the colon.
  private init?(scp text: String) {
    guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"),
      text.index(after: colon) < text.endIndex
    else { return nil }
    let authority = text[..<colon]
    let at = authority.lastIndex(of: "@")
    let name = at.map { authority[authority.index(after: $0)...] } ?? authority
    guard let host = Self.host(of: name), !name.hasPrefix("-") else { return nil }
    self.init(transport: .ssh, host: host, address: text)
    user = at.map { String(authority[..<$0]) }
  }

  private mutating func read(userInfo: Substring) {
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    user = parts.first.map { PercentEncoding.decode($0) }.flatMap { $0.isEmpty ? nil : $0 }
    password = parts.count > 1 ? PercentEncoding.decode(parts[1]) : nil
  }

  /// The path of a local repository; nil for other transports.
  ///
  /// `file://` is decoded as in libgit2.
  package var folder: String? {
    guard transport == .file else { return nil }
    return address.hasPrefix("/")
      ? address : PercentEncoding.decode(address.dropFirst("file://".count))
  }

  /// The repository's path on its host, without a leading slash; nil for a folder.
  ///
  ///     Remote("git@host:acme/web.git")?.path == "acme/web.git"
  package var path: String? {
    guard transport != .file else { return nil }
    let start = address.firstRange(of: "://")?.upperBound
    let rest = address[(start ?? address.startIndex)...].drop { $0 != (start == nil ? ":" : "/") }
    return String(rest.dropFirst().drop { $0 == "/" })
  }

  private static func host(of hostAndPort: Substring) -> String? {
    let name: Substring
    if hostAndPort.hasPrefix("[") {
      guard let end = hostAndPort.firstIndex(of: "]") else { return nil }
      name = hostAndPort[hostAndPort.index(after: hostAndPort.startIndex)..<end]
    } else {
      name = hostAndPort.prefix { $0 != ":" }
    }
    guard !name.isEmpty, !name.hasPrefix("-") else { return nil }
    return name.lowercased()
  }
}

extension Remote: CustomStringConvertible {
  /// The address without user and password, for logs.
  package var description: String {
    guard transport == .ssh, let at = address.firstIndex(of: "@") else { return address }
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return String(address[..<start] + address[address.index(after: at)...])
  }
}
