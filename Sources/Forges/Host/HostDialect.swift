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

  /// The path of a repository: `/acme/web.git`.
  func path(of repository: RepositoryName) -> String {
    "/\(repository.owner)\(separator)\(repository.name)\(suffix)"
  }
}

/// How one kind of host differs from others in the requests it takes and in its refusals.
struct HostDialect: Sendable {
  /// The headers of each API request; `User-Agent` and `Content-Type` are added.
  var headers: Headers
  /// The user name that a token has for git over HTTP.
  var gitUser: String
  /// Whether a token for git over HTTP is sent as `Bearer`, without a user name.
  var gitTakesBearer = false
  /// Whether the API takes a token as a password without a user name, instead of as `Bearer`.
  var apiTakesBasic = false
  /// Whether a successful response is a page that asks people to sign in.
  var isSignIn: @Sendable (Response) -> Bool = { _ in false }
  /// Whether each owner's repositories have a token, and so a rate limit, of their own.
  var limitsByOwner = false
  /// The prefix of the headers `…-Remaining` and `…-Reset`, the latter in seconds since 1970.
  var limitHeaders = "X-RateLimit"
  /// What a refusal means if the host deviates from `HostFailure`'s table; nil: the table applies.
  var code: @Sendable (_ status: Int, _ words: String) -> ForgeError.Code? = { _, _ in nil }

  /// The value of `Authorization` for the API.
  func authorization(_ secret: Secret) -> Secret {
    apiTakesBasic ? .basic(user: "", password: secret) : Secret("Bearer \(secret.reveal())")
  }

  /// The value of `Authorization` for git over HTTP.
  func gitAuthorization(_ secret: Secret) -> Secret {
    gitTakesBearer
      ? Secret("Bearer \(secret.reveal())") : .basic(user: gitUser, password: secret)
  }
}

extension Secret {
  /// HTTP's basic authentication (RFC 7617).
  static func basic(user: String, password: Secret) -> Secret {
    Secret("Basic \(Base64.encode(Array("\(user):\(password.reveal())".utf8)))")
  }
}

/// Provides the credential of each call.
struct HostSecrets: Sendable {
  /// Returns the secret for a call; it may have to be requested from the host first.
  var secret: @Sendable (HostCall) async throws(ForgeError) -> Secret
  /// Forgets a secret that the host refused; returns whether another one can be had.
  var discard: @Sendable (Secret) async -> Bool

  /// Provides one token for everything.
  static func token(_ token: Secret) -> HostSecrets {
    HostSecrets(secret: { _ in token }, discard: { _ in false })
  }
}
