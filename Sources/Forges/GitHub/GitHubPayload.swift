import FoundationEssentials
import HTTP

/// Decoding that takes what it knows and passes over what it does not.
enum GitHubPayload {
  /// Reads a response's body; anything that is not the documented JSON is `.malformed`.
  static func decode<Value: Decodable>(
    _ response: Response, _ call: GitHubCall
  ) throws(ForgeError) -> Value {
    if let nothing = Ignored() as? Value { return nothing }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Value.self, from: Data(response.body))
    } catch {
      throw ForgeError(.malformed, place: call.place, detail: Self.words(error))
    }
  }

  /// Where the reading stopped, without any of the body.
  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "no JSON" }
    let (kind, context): (String, DecodingError.Context)
    switch error {
    case .keyNotFound(let key, let found): (kind, context) = ("no \(key.stringValue)", found)
    case .typeMismatch(_, let found): (kind, context) = ("another type", found)
    case .valueNotFound(_, let found): (kind, context) = ("null", found)
    case .dataCorrupted(let found): (kind, context) = ("no JSON", found)
    @unknown default: return "no JSON"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? kind : "\(kind) at \(path)"
  }
}

/// A response that is not looked at, such as the empty one to a deletion.
struct Ignored: Decodable {}

/// An account as GitHub embeds it.
struct GitHubUser: Decodable {
  var login: String
  var type: String?
  var name: String?

  var account: Account {
    Account(login: login, displayName: name, isBot: type == "Bot" || login.hasSuffix("[bot]"))
  }
}
