import FoundationEssentials
import HTTP

/// Decodes JSON responses; unknown keys are ignored.
enum HostPayload {
  /// Decodes a response's body; anything but the expected JSON is `.malformed`.
  static func decode<Value: Decodable>(
    _ response: Response, _ call: HostCall
  ) throws(ForgeError) -> Value {
    if let nothing = Ignored() as? Value { return nothing }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Value.self, from: Data(response.body))
    } catch {
      throw ForgeError(.malformed, subject: call.summary, detail: Self.message(error))
    }
  }

  /// Names the place where decoding stopped, without any content.
  private static func message(_ error: any Error) -> String {
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

/// A response whose content isn't needed, such as the empty one to a deletion.
struct Ignored: Decodable {}
