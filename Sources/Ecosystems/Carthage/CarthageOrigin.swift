import Text

/// Where a dependency of a Cartfile comes from.
///
/// Two origins are the same dependency if their keys are equal: a GitHub address of `git` is the same
/// as the short form of `github`, and addresses that differ in protocol or credentials are one.
package struct CarthageOrigin: Hashable, Sendable {
  /// The first word of a line.
  package enum Kind: String, Hashable, Sendable {
    /// A repository at github.com or a GitHub Enterprise server.
    case github
    /// A repository at another host.
    case git
    /// A JSON document with the addresses of built frameworks.
    case binary
  }

  /// The first word that Carthage writes: `git` becomes `github` for addresses at github.com.
  package let kind: Kind
  /// The text in quotes as Carthage writes it: `owner/repo`, or an address.
  package let address: String
  /// The text that decides whether two origins are the same dependency.
  let key: String

  /// Reads the text in quotes of a line; nil if Carthage rejects it.
  package init?(_ kind: Kind, _ address: String) {
    guard !address.isEmpty else { return nil }
    switch kind {
    case .github:
      guard let repository = Self.repository(address) else { return nil }
      self.init(github: repository)
    case .git:
      if let repository = Self.repository(ofURL: address) {
        self.init(github: repository)
      } else {
        self.init(kind: .git, address: address, key: Self.normalized(address))
      }
    case .binary:
      let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound] }
      guard scheme.map({ ["https", "file"].contains($0) }) ?? true else { return nil }
      self.init(kind: .binary, address: address, key: address)
    }
  }

  private init(github repository: String) {
    self.init(kind: .github, address: repository, key: repository)
  }

  private init(kind: Kind, address: String, key: String) {
    self.kind = kind
    self.address = address
    self.key = key
  }

  /// Compares the keys, so that different spellings of an address are equal.
  package static func == (left: CarthageOrigin, right: CarthageOrigin) -> Bool {
    left.kind == right.kind && left.key == right.key
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(key)
  }

  /// The name that `carthage update NAME` takes: the last part of the address.
  package var name: String {
    let last = Substring(address.slashParts().last ?? address[...])
    switch kind {
    case .github, .git: return String(Self.strippingSuffix(".git", last))
    case .binary: return String(Self.strippingSuffix(".json", last))
    }
  }

  /// The address of the git repository; nil for binaries.
  package var repositoryURL: String? {
    switch kind {
    case .github: address.contains("://") ? address : "https://github.com/\(address).git"
    case .git: address
    case .binary: nil
    }
  }
}

extension CarthageOrigin: CustomStringConvertible {
  /// The beginning of a line in `Cartfile.resolved`: `github "owner/repo"`.
  package var description: String { "\(kind.rawValue) \"\(address)\"" }
}

extension CarthageOrigin {
  /// Reads `owner/repo`, or an address with a host; nil for anything else.
  ///
  /// An address of github.com becomes `owner/repo`, one of another host stays without `.git`.
  private static func repository(_ text: String) -> String? {
    let parts = text.slashParts(omittingEmptySubsequences: false)
    if parts.count == 2, parts.allSatisfy(isRepositoryWord) {
      return "\(parts[0])/\(strippingSuffix(".git", parts[1]))"
    }
    guard let scheme = text.firstRange(of: "://"),
      ["http", "https"].contains(text[..<scheme.lowerBound])
    else { return nil }
    let rest = text[scheme.upperBound...].slashParts()
    guard rest.count >= 3 else { return nil }
    let name = strippingSuffix(".git", rest[rest.count - 1])
    let owner = rest[rest.count - 2]
    if ["github.com", "www.github.com"].contains(rest[0]) { return "\(owner)/\(name)" }
    let base = rest.dropLast().joined(separator: "/")
    return "\(text[..<scheme.upperBound])\(base)/\(name)"
  }

  /// Reads the repository of a `git` address that contains `github.com`; nil for other hosts.
  private static func repository(ofURL url: String) -> String? {
    guard let host = url.firstRange(of: "github.com") else { return nil }
    let rest = url[host.upperBound...]
    guard let separator = rest.first, separator == "/" || separator == ":" else { return nil }
    return repository(String(rest.dropFirst()))
  }

  private static func isRepositoryWord(_ word: Substring) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Leaves out protocol, credentials, port and `.git` of an address, as Carthage compares addresses.
  private static func normalized(_ url: String) -> String {
    if let scheme = url.firstRange(of: "://") {
      let rest = url[scheme.upperBound...]
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      var host = rest[..<slash]
      if let sign = host.lastIndex(of: "@") { host = host[host.index(after: sign)...] }
      if let colon = host.lastIndex(of: ":") { host = host[..<colon] }
      return String(host + strippingSuffix(".git", rest[slash...]))
    }
    guard !["/", ".", "~"].contains(url.first), let colon = url.firstIndex(of: ":") else {
      return String(strippingSuffix(".git", url[...]))
    }
    let user = url.firstIndex(of: "@").map { url.index(after: $0) } ?? url.startIndex
    guard user <= colon else { return url }
    let path = strippingSuffix(".git", url[url.index(after: colon)...])
    return String(url[user..<colon] + (path.hasPrefix("/") ? "" : "/") + path)
  }

  private static func strippingSuffix(_ suffix: String, _ text: Substring) -> Substring {
    text.hasSuffix(suffix) ? text.dropLast(suffix.count) : text
  }
}

extension CarthageOrigin: Comparable {
  /// Orders by the beginning of a line in `Cartfile.resolved`.
  package static func < (left: CarthageOrigin, right: CarthageOrigin) -> Bool {
    left.description < right.description
  }
}

extension CarthageOrigin {
  /// The name of the dependency in reports and rules: `owner/repo`, or an address without protocol.
  package var identity: String {
    switch kind {
    case .github: address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address
    case .git: key
    case .binary: address.hasPrefix("https://") ? String(address.dropFirst(8)) : address
    }
  }
}
