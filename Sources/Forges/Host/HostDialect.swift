import Crypto
import HTTP
import Logging

/// The addresses of one host, each without a slash at its end.
struct HostAddresses: Hashable, Sendable {
  /// Where people look at it, and where git is served.
  var web: String
  /// The root of the REST API.
  var api: String
  /// The GraphQL endpoint; empty if the host has none or it isn't used.
  var graphQL = ""
  /// The path below `web` under which git is served, such as `/scm`; empty for `web` itself.
  var gitPath = ""
  /// The form of repositories' addresses for git.
  var gitShape = GitPathShape()

  /// The prefix of the addresses of repositories for git.
  var git: String { web + gitPath }
}

/// The form of the addresses under which a host serves git.
struct GitPathShape: Hashable, Sendable {
  /// Between owner and name.
  var separator = "/"
  /// At the end.
  var suffix = ".git"

  /// The repository of an address below the host, also of one that git's protocol asks for; nil for
  /// another address.
  func repository(_ url: String, below web: String) -> RepositoryName? {
    guard url.hasPrefix("\(web)/") else { return nil }
    var path = url.dropFirst(web.count + 1).prefix { $0 != "?" }
    for end in ["/info/refs", "/git-upload-pack", "/git-receive-pack", "/"]
    where path.hasSuffix(end) {
      path = path.dropLast(end.count)
    }
    if path.hasSuffix(".git") { path = path.dropLast(4) }
    return RepositoryName(
      separator == "/" ? String(path) : path.replacing(separator, with: "/").description)
  }

  /// The path of a repository: `/acme/web.git`.
  func path(of repository: RepositoryName) -> String {
    "/\(repository.owner)\(separator)\(repository.name)\(suffix)"
  }
}

/// How one kind of host differs from others in the requests it takes and in its refusals.
struct HostDialect: Sendable {
  /// The headers of each API request; `User-Agent` and `Content-Type` are added.
  var headers: Headers
  /// Whether a successful response is a page that asks people to sign in.
  var isSignIn: @Sendable (Response) -> Bool = { _ in false }
  /// Whether each owner's repositories have a token, and so a rate limit, of their own.
  var limitsByOwner = false
  /// The prefix of the headers `…-Remaining` and `…-Reset`, the latter in seconds since 1970.
  var limitHeaders = "X-RateLimit"
  /// Returns how many parts of an API path name a repository, and its name; nil for another path.
  var locate: @Sendable (_ parts: [String]) -> (Int, RepositoryName?)? = { _ in nil }
  /// Whether a refusal means that the credential may not change files of workflows.
  var isAboutWorkflows: @Sendable (ForgeError) -> Bool = { _ in false }
  /// What a refusal means if the host deviates from `HostFailure`'s table; nil: the table applies.
  var code: @Sendable (_ status: Int, _ message: String) -> ForgeError.Code? = { _, _ in nil }
}

extension Secret {
  /// The value of `Authorization` for a token, which git gets as a password.
  static func bearer(_ token: Secret) -> Secret { Secret("Bearer \(token.reveal())") }

  /// HTTP's basic authentication (RFC 7617).
  static func basic(user: String, password: Secret) -> Secret {
    Secret("Basic \(Base64.encode(Array("\(user):\(password.reveal())".utf8)))")
  }
}
