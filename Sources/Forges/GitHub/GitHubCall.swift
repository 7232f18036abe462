import Git
import HTTP
import JSON

/// A request to GitHub before it has a host and a credential.
struct GitHubCall: Sendable {
  /// Whose credential goes along.
  enum Role: Hashable, Sendable {
    /// A token for the repositories of this owner.
    case owner(String)
    /// A token of one installation, whose owner the host may not have told.
    case installation(Int, of: String?)
    /// The App itself; a personal token where there is no App.
    case app

    /// Whose hour it spends: the owner's in small letters, as hosts do not tell their cases apart, or
    /// that of an installation's number; nil: the App's own.
    var owner: String? {
      switch self {
      case .owner(let name): name.lowercased()
      case .installation(let id, let owner): owner?.lowercased() ?? "#\(id)"
      case .app: nil
      }
    }
  }

  var method: Request.Method
  /// From the root of the REST interface, parts encoded; or the GraphQL endpoint.
  var path: String
  var query: [(name: String, value: String)] = []
  var body: Value?
  var role: Role
  /// Whether something changes that stays: such calls go one by one.
  var isWrite: Bool
  /// Whether it makes what people are notified of, a pull request or a comment: GitHub counts those
  /// apart.
  var isContent = false
  /// Whether it goes to the GraphQL endpoint.
  var isGraphQL = false
  var bodyLimit = 32 << 20
  /// The whole address, if the host named one, as for the next page of a list.
  var url: String?
  /// The body of a push by git, which goes to the web address instead of the REST interface.
  var push: [UInt8]?

  /// Reads, as the owner's credential.
  static func get(
    _ parts: [String], _ query: [(String, String)] = [], role: Role
  ) -> GitHubCall {
    GitHubCall(
      method: .get, path: path(parts), query: query.map { (name: $0.0, value: $0.1) }, role: role,
      isWrite: false)
  }

  /// Writes, as the owner's credential.
  static func write(
    _ method: Request.Method, _ parts: [String], _ body: Value? = nil, role: Role
  ) -> GitHubCall {
    GitHubCall(
      method: method, path: path(parts), body: body, role: role, isWrite: true,
      isContent: method == .post && ["pulls", "comments"].contains(parts.last))
  }

  /// Pushes by git over HTTP; the address is the one that people look at.
  static func push(_ update: RefUpdate, to repository: RepositoryName) -> GitHubCall {
    var call = GitHubCall(
      method: .post, path: "/\(repository).git/git-receive-pack",
      role: .owner(repository.owner), isWrite: true)
    call.push = update.request()
    call.bodyLimit = 1 << 20
    return call
  }

  /// Joins encoded parts, so that no name can leave its place in the path.
  private static func path(_ parts: [String]) -> String {
    parts.map { "/" + PathPart.encode($0) }.joined()
  }

  /// What errors call it.
  var place: String { "\(method.rawValue) \(path)" }

  /// What the gate has to know of it.
  var turn: ForgeTurn {
    ForgeTurn(owner: role.owner, isWrite: isWrite, isContent: isContent, place: place)
  }

  /// The query as it stands in an address, with its question mark.
  var queryText: String {
    guard !query.isEmpty else { return "" }
    return "?"
      + query.map { "\(PathPart.encode($0.name))=\(PathPart.encode($0.value))" }
      .joined(separator: "&")
  }
}

/// Percent-encoding of one part of an address (RFC 3986, section 2.3: all but unreserved).
enum PathPart {
  /// Encodes slashes and dots-only parts too, so that the part stays one part.
  static func encode(_ text: String) -> String {
    let isDots = text == "." || text == ".."
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte), !isDots {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
