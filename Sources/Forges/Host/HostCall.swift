import Git
import HTTP
import JSON
import Text

/// A request to a host, before it has an address and a credential.
struct HostCall: Sendable {
  /// The part of a credential that a call uses.
  ///
  /// Most hosts have one token for everything. An App of GitHub has a token, and a rate limit, for
  /// each owner that installed it.
  enum Scope: Hashable, Sendable {
    /// The token for this owner's repositories.
    case owner(String)
    /// The token of a grant that the host knows by number, such as an App's installation.
    case grant(Int, of: String?)
    /// The account itself.
    case account

    /// The key of the rate limit: the owner in lower case, or `#` and the number of a grant with an
    /// unknown owner; nil: the account's own.
    var owner: String? {
      switch self {
      case .owner(let name): name.lowercased()
      case .grant(let id, let owner): owner?.lowercased() ?? "#\(id)"
      case .account: nil
      }
    }

    /// The scope as a purpose states it.
    var stated: ForgeUse.Scope {
      switch self {
      case .owner(let name): .owner(name)
      case .grant(let id, let owner): .grant(id, of: owner)
      case .account: .account
      }
    }
  }

  /// The address that the path is relative to.
  enum Root: Hashable, Sendable {
    /// The REST API.
    case api
    /// The GraphQL endpoint; the path only names the call in errors.
    case graphQL
    /// The address of git.
    case git
  }

  var method: Request.Method
  /// Begins with a slash; its parts are percent-encoded.
  var path: String
  var query: [(name: String, value: String)] = []
  var body: Value?
  var scope: Scope
  /// Whether it changes something on the host: such calls are sent one at a time.
  var isWrite: Bool
  /// Whether it creates something that notifies people, a pull request or a comment, which some
  /// hosts limit separately.
  var isContent = false
  var root = Root.api
  var bodyLimit = 32 << 20
  /// The complete address, if the host sent one, such as the next page of a list.
  var url: String?
  /// The body of a push by git.
  var push: [UInt8]?
  /// Whether the answer must not come from a cache, not even after it was validated.
  var isUncached = false
  /// Whether it is sent without the credential: everyone may read the answer.
  var isAnonymous = false
  /// The repository that it is about; nil: more than one, or the account.
  var repository: RepositoryName?
  /// What the credential has to allow; nil: reading or writing, by `isWrite`.
  var right: ForgeUse.Right?

  /// Reads.
  static func get(
    _ parts: [String], _ query: [(String, String)] = [], scope: Scope
  ) -> HostCall {
    HostCall(
      method: .get, path: path(parts), query: query.map { (name: $0.0, value: $0.1) },
      scope: scope, isWrite: false)
  }

  /// Writes.
  static func write(
    _ method: Request.Method, _ parts: [String], _ body: Value? = nil, scope: Scope,
    isContent: Bool = false
  ) -> HostCall {
    HostCall(
      method: method, path: path(parts), body: body, scope: scope, isWrite: true,
      isContent: isContent)
  }

  /// Pushes by git over HTTP, without objects.
  static func push(
    _ update: RefUpdate, to path: String, of repository: RepositoryName
  ) -> HostCall {
    var call = HostCall(
      method: .post, path: "\(path)/git-receive-pack",
      scope: .owner(repository.owner), isWrite: true, root: .git)
    call.push = update.request()
    call.repository = repository
    call.bodyLimit = 1 << 20
    return call
  }

  /// Encodes and joins parts; a part never becomes two.
  private static func path(_ parts: [String]) -> String {
    parts.map { "/" + PercentEncoding.component.encode($0) }.joined()
  }

  /// Names the call in errors.
  var summary: String { "\(method.rawValue) \(path)" }

  /// What the rate limiter needs to know.
  var slot: RequestSlot {
    RequestSlot(owner: scope.owner, isWrite: isWrite, isContent: isContent, summary: summary)
  }

  /// The query with its question mark; empty without parameters.
  var queryText: String {
    guard !query.isEmpty else { return "" }
    let encode = PercentEncoding.component.encode
    return "?"
      + query.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}
