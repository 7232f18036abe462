import Text

/// The name of an image: `ghcr.io/acme/app:1.2@sha256:…`.
///
/// Source: the grammar of https://github.com/distribution/reference, version 0.6.
package struct ImageReference: Hashable, Sendable {
  /// The registry as written, with its port: `ghcr.io`; nil means Docker Hub.
  package var registry: String?
  /// The path in the registry as written: `node`, `acme/app`.
  package var repository: String
  /// The tag; nil means `latest`.
  package var tag: String?
  /// The digest with its algorithm: `sha256:…`.
  package var digest: String?

  /// Parses a name; nil if it isn't one, for example because it contains a variable.
  package init?(_ text: String) {
    var rest = text[...]
    if let sign = rest.firstIndex(of: "@") {
      let digest = rest[rest.index(after: sign)...]
      guard Self.isDigest(digest) else { return nil }
      self.digest = String(digest)
      rest = rest[..<sign]
    }
    let name = rest.lastIndex(of: "/").map { rest[rest.index(after: $0)...] } ?? rest
    if let colon = name.firstIndex(of: ":") {
      let tag = rest[rest.index(after: colon)...]
      guard Self.isTag(tag) else { return nil }
      self.tag = String(tag)
      rest = rest[..<colon]
    }
    let parts = rest.slashParts(omittingEmptySubsequences: false)
    if parts.count > 1, let first = parts.first,
      first.contains(".") || first.contains(":") || first == "localhost"
    {
      guard first.utf8.allSatisfy(Self.isHostByte) else { return nil }
      registry = String(first)
      rest = parts.dropFirst().joined(separator: "/")[...]
    }
    repository = String(rest)
    guard
      repository.slashParts(omittingEmptySubsequences: false)
        .allSatisfy(Self.isComponent)
    else { return nil }
  }

  /// The registry's address for requests.
  package var address: String {
    switch registry {
    case nil, "docker.io", "index.docker.io", "registry.hub.docker.com", "registry-1.docker.io":
      Self.hub
    case let registry?: "https://\(registry)"
    }
  }

  private static let hub = "https://registry-1.docker.io"

  /// The hosts of Docker Hub.
  static let hubHosts: Set = [
    "registry-1.docker.io", "index.docker.io", "registry.hub.docker.com", "hub.docker.com",
    "docker.io",
  ]

  /// The path for requests: official images of Docker Hub are in `library`.
  package var path: String {
    let isOfficial = address == Self.hub && !repository.contains("/")
    return isOfficial ? "library/\(repository)" : repository
  }

  /// The address of everything about the image.
  var base: String { "\(address)/v2/\(path)" }

  /// Creates the image of an address of `base`; nil for another text.
  init?(base: String) {
    guard base.hasPrefix("https://"), let middle = base.firstRange(of: "/v2/") else { return nil }
    let host = base[..<middle.lowerBound].dropFirst("https://".count)
    self.init("\(host)/\(base[middle.upperBound...])")
  }

  /// The addresses below which the operator's file can have a credential for the registry.
  ///
  /// Docker Hub has several names.
  var credentialAddresses: [String] {
    guard address == Self.hub else { return [base] }
    return [
      base, "https://index.docker.io/v1/", "https://registry.hub.docker.com/",
      "https://hub.docker.com/", "https://docker.io/",
    ]
  }

  /// The name without tag and digest, as written.
  package var name: String { (registry.map { $0 + "/" } ?? "") + repository }

  private static func isTag(_ text: Substring) -> Bool {
    (1...128).contains(text.utf8.count) && text.first != "." && text.first != "-"
      && text.utf8.allSatisfy { isWord($0) || "_.-".utf8.contains($0) }
  }

  /// Whether a text is a digest: `sha256:` and hexadecimal digits.
  static func isDigest(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.allSatisfy(isWord) && parts[1].utf8.count >= 32
      && parts[1].allSatisfy(\.isHexDigit)
  }

  private static func isComponent(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.first.map(isWord) == true
      && text.utf8.allSatisfy {
        (isWord($0) && !(0x41...0x5A).contains($0)) || "_.-".utf8.contains($0)
      }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    isWord(byte) || ".-:".utf8.contains(byte)
  }
}
