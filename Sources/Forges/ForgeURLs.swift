package import HTTP
import Text

/// The URLs of one forge: which belong to its API, and which to a repository.
///
/// Whoever decides about credentials needs them, because a repository's files can name any URL.
package struct ForgeURLs: Sendable {
  /// A repository that a URL of the API is about.
  package struct Source: Hashable, Sendable {
    /// The URL that describes the repository, with its visibility.
    package var document: String
    /// Its name; nil if the URL has only a number.
    package var repository: RepositoryName?
  }

  /// The prefixes of the API's URLs.
  private let api: [AbsoluteURL]
  /// The prefix of the URLs of repositories for git.
  private let git: AbsoluteURL
  private let shape: GitPathShape
  private let rules: SourceRules

  /// Derives the URLs from a host's addresses; nil if one isn't a URL.
  init?(_ addresses: HostAddresses, more: [String] = [], _ rules: SourceRules = SourceRules()) {
    let texts = [addresses.api] + (addresses.graphQL.isEmpty ? [] : [addresses.graphQL]) + more
    let urls = texts.compactMap { try? AbsoluteURL($0) }
    guard urls.count == texts.count, let git = try? AbsoluteURL(addresses.git) else { return nil }
    api = urls
    self.git = git
    shape = addresses.gitShape
    self.rules = rules
  }

  /// Whether a server could take a URL for one of the forge's API, packages excepted.
  ///
  /// Servers decode escapes, merge slashes, and some ignore case.
  package func isAPI(_ url: AbsoluteURL) -> Bool {
    let steps = Self.steps(url)
    guard api.contains(where: { $0.origin == url.origin && steps.starts(with: Self.steps($0)) })
    else { return false }
    return rules.isAPI(steps) && !rules.isForPackages(steps)
  }

  /// Whether a URL is below the API's prefixes exactly as the forge's client writes it.
  package func serves(_ url: AbsoluteURL) -> Bool { api.contains { $0.covers(url) } }

  /// Whether the API or git is at an origin.
  package func hasOrigin(_ origin: Origin) -> Bool {
    git.origin == origin || api.contains { $0.origin == origin }
  }

  /// The URL of a repository for git; nil if its name can't be part of a URL.
  package func gitURL(of repository: RepositoryName) -> AbsoluteURL? {
    try? AbsoluteURL(git.withoutQuery.droppingSlash + shape.path(of: repository))
  }

  /// The text of `gitURL`, for callers that send no requests.
  package func gitAddress(of repository: RepositoryName) -> String? {
    gitURL(of: repository)?.text
  }

  private static func steps(_ url: AbsoluteURL) -> [String] {
    PercentEncoding.decode(url.path[...]).lowercased().slashParts().map(String.init)
  }

  /// Returns the repository whose git a URL belongs to; nil for another URL.
  package func repository(_ url: AbsoluteURL) -> RepositoryName? {
    guard git.covers(url) else { return nil }
    return shape.repository(url.withoutQuery, below: git.withoutQuery.droppingSlash)
  }

  /// Returns the repository that a URL of the API is about; nil for another URL.
  package func source(_ url: AbsoluteURL) -> Source? {
    guard let root = api.first(where: { $0.covers(url) }) else { return nil }
    let rest = String(Substring(url.path.utf8.dropFirst(root.path.utf8.count)))
    let parts = rest.slashParts().map(String.init)
    guard let (length, name) = rules.locate(parts), length <= parts.count else { return nil }
    return Source(
      document: root.withoutQuery.droppingSlash + parts.prefix(length).map { "/\($0)" }.joined(),
      repository: name)
  }

  /// Whether a URL of the API is about no single repository, and one that the client of this kind asks
  /// during a visit.
  ///
  /// Lists of repositories and searches are not among them: they show other repositories.
  ///
  /// - Parameters:
  ///   - url: a URL without a `source`.
  ///   - repository: the visited repository.
  /// - Returns: false for all other URLs.
  package func isAccountWide(_ url: AbsoluteURL, visiting repository: RepositoryName) -> Bool {
    guard let root = api.first(where: { $0.covers(url) }) else { return false }
    let rest = String(Substring(url.path.utf8.dropFirst(root.path.utf8.count)))
    let parts = rest.slashParts().map { PercentEncoding.decode($0) }
    return rules.accountPaths.contains { Self.matches(parts, $0, repository) }
  }

  private static func matches(
    _ parts: [String], _ pattern: [String], _ repository: RepositoryName
  ) -> Bool {
    let isOpen = pattern.last == "**"
    let fixed = isOpen ? Array(pattern.dropLast()) : pattern
    guard isOpen ? parts.count >= fixed.count : parts.count == fixed.count else { return false }
    return zip(parts, fixed).allSatisfy { part, word in
      switch word {
      case "*": true
      // The projects of people on Bitbucket have a tilde in names only.
      case "OWNER":
        [part, "~\(part)"].contains { $0.lowercased() == repository.owner.lowercased() }
      case "NAME": part.lowercased() == repository.name.lowercased()
      default: part == word
      }
    }
  }

  /// Returns whether a repository's document says that everyone may read it; nil if it says nothing.
  package func isPublic(_ document: [UInt8]) -> Bool? { rules.isPublic(document) }
}

/// How one kind of host describes repositories in its API.
struct SourceRules: Sendable {
  /// Whether a path, in lower case and without escapes, belongs to the API.
  var isAPI: @Sendable (_ steps: [String]) -> Bool = { _ in true }
  /// Whether such a path of the API serves packages, as a registry does.
  var isForPackages: @Sendable (_ steps: [String]) -> Bool = { _ in false }
  /// Returns how many parts of a path name a repository, and its name; nil for another path.
  var locate: @Sendable (_ parts: [String]) -> (Int, RepositoryName?)? = { _ in nil }
  /// The paths that are about no repository and are asked during visits: `*` is any part, `**` any rest,
  /// `OWNER` and `NAME` are those of the visited repository.
  var accountPaths: [[String]] = []
  /// Returns whether a document describes a public repository; nil if it can't be read.
  var isPublic: @Sendable (_ document: [UInt8]) -> Bool? = { _ in nil }
}

extension SourceRules {
  /// Finds `/repos/OWNER/NAME`, as on GitHub and Gitea.
  static func ownerAndName(_ parts: [String]) -> (Int, RepositoryName?)? {
    guard parts.count >= 3, parts[0] == "repos" else { return nil }
    return RepositoryName("\(parts[1])/\(parts[2])").map { (3, $0) }
  }
}

extension String {
  /// The text without a slash at its end.
  fileprivate var droppingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
