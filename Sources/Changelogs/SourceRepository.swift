import Text

/// A repository on a supported forge.
package struct SourceRepository: Hashable, Sendable {
  /// The API of a host.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case github, gitlab, gitea, bitbucket
    /// Bitbucket Data Center, whose API differs from that of bitbucket.org.
    case bitbucketServer = "bitbucket-server"
  }

  /// The API, by the host's name or the operator's settings.
  ///
  /// Forgejo counts as `gitea`.
  package var kind: Kind
  /// Scheme, host and port: `https://github.com`.
  package var origin: String
  /// The owner and name, or groups and name: `acme/widget`.
  package var path: String
  /// The package's folder without slashes at its ends; empty for the root.
  package var directory: String

  /// The repository's web page.
  package var page: String {
    guard kind == .bitbucketServer, let slash = path.firstIndex(of: "/") else {
      return "\(origin)/\(path)"
    }
    return "\(origin)/projects/\(path[..<slash])/repos\(path[slash...])"
  }

  /// Parses an address in any of the formats that registries use.
  ///
  ///     git+https://github.com/a/b.git    git@github.com:a/b.git    github:a/b    a/b
  ///     https://github.com/a/b/tree/main/packages/c
  ///
  /// - Parameters:
  ///   - address: the text from a registry or a manifest.
  ///   - directory: the package's folder; a folder in the address takes precedence.
  ///   - hosts: the kinds of the operator's own hosts, by host name.
  package init?(_ address: String, directory: String? = nil, hosts: [String: Kind] = [:]) {
    guard let (scheme, authority, rest) = Self.split(address) else { return nil }
    let name = authority.split(separator: ":").first.map { $0.lowercased() } ?? ""
    guard let kind = hosts[name] ?? Self.kind(of: name) else { return nil }
    var steps = rest.prefix { $0 != "?" && $0 != "#" }.slashParts().map(String.init)
    let folder = Self.consumeFolder(from: &steps, kind)
    if kind == .bitbucketServer { steps = Self.projectAndName(in: steps) }
    if kind != .gitlab { steps = Array(steps.prefix(2)) }
    guard steps.count >= 2, steps.allSatisfy(Self.isName) else { return nil }
    if let last = steps.last, last.hasSuffix(".git") {
      steps[steps.count - 1] = String(last.dropLast(4))
    }
    self.kind = kind
    // Only a host that the operator named is asked over plain HTTP.
    let isPlain = hosts[name] != nil && scheme == "http"
    // The port of another protocol is not that of the web server.
    let isWeb = scheme == nil || scheme == "http" || scheme == "https"
    origin =
      (isPlain ? "http://" : "https://")
      + (name == "www.github.com" ? "github.com" : isWeb ? authority.lowercased() : name)
    path = steps.joined(separator: "/")
    self.directory = Self.cleaned(folder ?? directory ?? "")
  }

  /// Finds the first address that refers to a known host.
  package init?(_ source: PackageSource, hosts: [String: Kind] = [:]) {
    let found = source.addresses.prefix(20).lazy.compactMap {
      SourceRepository($0, directory: source.directory, hosts: hosts)
    }.first
    guard let found else { return nil }
    self = found
  }

  /// Splits an address into scheme, authority and path; short forms have no scheme.
  private static func split(
    _ address: String
  ) -> (scheme: String?, authority: String, path: Substring)? {
    var text = address[...]
    guard text.count <= 500, !text.contains(where: \.isWhitespace) else { return nil }
    for prefix in ["git+", "scm:git:", "git:git@"] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    for (short, host) in [
      ("github:", "github.com"), ("gitlab:", "gitlab.com"), ("bitbucket:", "bitbucket.org"),
    ] where text.hasPrefix(short) { return (nil, host, text.dropFirst(short.count)) }
    if let scheme = text.firstRange(of: "://") {
      let rest = text[scheme.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      let host = authority.split(separator: "@").last ?? ""
      return (text[..<scheme.lowerBound].lowercased(), String(host), rest[authority.endIndex...])
    }
    if let at = text.firstIndex(of: "@"), let colon = text[at...].firstIndex(of: ":") {
      return ("ssh", String(text[text.index(after: at)..<colon]), text[text.index(after: colon)...])
    }
    let steps = text.slashParts(omittingEmptySubsequences: false)
    if steps.count == 2, !steps[0].contains(".") { return (nil, "github.com", text) }
    return steps.count >= 3 ? (nil, String(steps[0]), text[steps[0].endIndex...]) : nil
  }

  private static func kind(of host: String) -> Kind? {
    switch host {
    case "github.com", "www.github.com": .github
    case "gitlab.com": .gitlab
    case "codeberg.org", "gitea.com": .gitea
    case "bitbucket.org": .bitbucket
    default:
      host.hasPrefix("gitlab.")
        ? .gitlab : host.hasPrefix("gitea.") || host.hasPrefix("forgejo.") ? .gitea : nil
    }
  }

  /// Removes the steps after the repository's name and returns the folder that a tree page shows.
  private static func consumeFolder(from steps: inout [String], _ kind: Kind) -> String? {
    let marks: Set<String> =
      kind == .bitbucket ? ["src"] : ["tree", "blob", "src", "-", "issues", "wiki", "releases"]
    guard let mark = steps.dropFirst(2).firstIndex(where: marks.contains) else { return nil }
    var rest = steps[mark...]
    steps = Array(steps[..<mark])
    if rest.first == "-" { rest = rest.dropFirst() }
    guard ["tree", "src"].contains(rest.first), rest.count > 2 else { return nil }
    let skipped =
      kind == .gitea && ["branch", "tag", "commit"].contains(rest.dropFirst().first) ? 3 : 2
    return rest.dropFirst(skipped).joined(separator: "/")
  }

  /// The key of the project and the name, from the address of a page or for git.
  ///
  ///     /projects/KEY/repos/name    /users/ann/repos/name    /scm/KEY/name.git    /KEY/name.git
  private static func projectAndName(in steps: [String]) -> [String] {
    if steps.first == "scm" { return Array(steps.dropFirst()) }
    guard ["projects", "users"].contains(steps.first) else { return steps }
    guard steps.count >= 4, steps[2] == "repos" else { return [] }
    return [steps[0] == "users" ? "~\(steps[1])" : steps[1], steps[3]]
  }

  private static func isName(_ step: String) -> Bool {
    step != "." && step != ".."
      && step.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }

  private static func cleaned(_ folder: String) -> String {
    let steps = TreePath.parts(of: folder).filter { $0 != "." }
    return steps.contains("..") ? "" : steps.joined(separator: "/")
  }
}
