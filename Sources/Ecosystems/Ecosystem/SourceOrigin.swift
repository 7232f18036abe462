package import HTTP

/// Where the address of a package leads: its scheme, host and port.
///
/// Two addresses have the same origin only if the parser that also connects says so. An address that it
/// doesn't read has an origin of its own, which equals no other one.
///
///     SourceOrigin("https://NPM.acme.dev:443/x.tgz")?.text  // "https://npm.acme.dev"
///     SourceOrigin("../x")  // nil: a folder
package struct SourceOrigin: Hashable, Sendable {
  /// As reports show it, with a port that isn't the default; printable ASCII.
  package let text: String
  /// Whether it was parsed; otherwise no other origin may equal it.
  package let isReadable: Bool

  /// The origin of a URL that was parsed.
  package init(_ origin: Origin) {
    (text, isReadable) = (Self.printable(origin.description), true)
  }

  /// Finds the origin of an address as locks have it; nil for folders, files and names of a registry.
  package init?(_ address: String) {
    let isGit = address.lowercased().hasPrefix("git+")
    let whole = isGit ? String(address.dropFirst(4)) : address
    guard let scheme = whole.firstRange(of: "://").map({ whole[..<$0.lowerBound].lowercased() })
    else {
      guard let origin = Self.schemeless(whole) else { return nil }
      self = origin
      return
    }
    switch scheme {
    case "file", "link", "portal", "workspace", "patch": return nil
    case "http", "https":
      if let url = try? AbsoluteURL(whole) {
        self.init(url.origin)
      } else {
        self.init(unreadable: whole)
      }
    default: self.init(other: whole, scheme)
    }
  }

  /// Reads `git@host:path`, and what browsers and libcurl may take for a host: `//host/path`.
  private static func schemeless(_ address: String) -> SourceOrigin? {
    let start = address.drop(while: \.isWhitespace)
    if ["//", "\\\\", "/\\", "\\/"].contains(where: start.hasPrefix) {
      return SourceOrigin(unreadable: address)
    }
    let scheme = start.prefix { $0 != ":" && $0 != "/" }.lowercased()
    if ["http", "https"].contains(scheme), start.contains(":") {
      return SourceOrigin(unreadable: address)
    }
    guard let at = address.firstIndex(of: "@"), let colon = address[at...].firstIndex(of: ":"),
      !address[..<colon].contains("/"), at > address.startIndex
    else { return nil }
    return SourceOrigin(other: "ssh://\(address[..<colon])/", "ssh")
  }

  /// Reads an address that git opens by itself.
  private init(other address: String, _ scheme: String) {
    let authority = address[(address.firstRange(of: "://")?.upperBound ?? address.startIndex)...]
      .prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let standard = ["ssh": ":22", "git": ":9418"][scheme] ?? ""
    let shown = host.lowercased()
    let short =
      !standard.isEmpty && shown.hasSuffix(standard)
      ? String(shown.dropLast(standard.count)) : shown
    (text, isReadable) = (Self.printable("\(scheme)://\(short)"), !short.isEmpty)
  }

  private init(unreadable address: String) {
    let end = address.prefix { $0 != "?" && $0 != "#" }
    (text, isReadable) = (Self.printable(String(end.prefix(100))), false)
  }

  /// Replaces what isn't printable ASCII by percent signs and digits, so that no letter of another
  /// alphabet looks like the usual host.
  private static func printable(_ text: String) -> String {
    text.utf8.map { byte in
      (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "`")
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension SourceOrigin {
  /// Returns the origins of git repositories.
  ///
  /// A server that is known by HTTPS is known by SSH, too, and the reverse: both say who answers.
  package static func gitServers(of addresses: some Sequence<String>) -> Set<SourceOrigin> {
    let origins = addresses.compactMap { SourceOrigin($0) }.filter(\.isReadable)
    let twins = origins.flatMap { origin in
      [("https://", "ssh://"), ("ssh://", "https://")].compactMap { one, other in
        origin.text.hasPrefix(one) && !origin.text.dropFirst(one.count).contains(":")
          ? SourceOrigin(other + origin.text.dropFirst(one.count) + "/") : nil
      }
    }
    return Set(origins + twins)
  }
}

extension ForeignSource {
  /// Finds those of new sources whose origins aren't known.
  ///
  /// - Parameters:
  ///   - added: packages with their addresses.
  ///   - known: the origins that the project and its registries name.
  /// - Returns: the foreign ones, sorted by origin and package.
  package static func all(
    among added: some Sequence<(package: String, address: String)>, known: Set<SourceOrigin>
  ) -> [ForeignSource] {
    let foreign = added.compactMap { source -> ForeignSource? in
      guard let origin = SourceOrigin(source.address),
        !origin.isReadable || !known.contains(origin)
      else { return nil }
      return ForeignSource(package: source.package, origin: origin.text)
    }
    return Set(foreign).sorted { ($0.origin, $0.package) < ($1.origin, $1.package) }
  }
}
