import FoundationEssentials
import HTTP

/// What GitHub's refusals mean.
enum GitHubFailure {
  /// Turns a response that is no success into an error.
  static func error(_ response: Response, to call: GitHubCall, now: Date) -> ForgeError {
    let words = call.push == nil ? message(response.body) : line(response.body)
    var error = ForgeError(
      code(response, words: words, now: now), place: call.place, detail: String(words.prefix(300)))
    if error.code == .unavailable {
      error.outage = .serverError
      if words.isEmpty { error.detail = "status \(response.status)" }
    }
    return error
  }

  private static func code(_ response: Response, words: String, now: Date) -> ForgeError.Code {
    if let until = limit(response, words: words, now: now) { return .rateLimited(until: until) }
    return switch response.status {
    case 401: .unauthorized
    case 403: words.contains("archived") ? .archived : .forbidden
    case 404, 410, 451: .notFound
    case 409: .conflict
    case 501: .unsupported
    case 500...: .unavailable
    case 400..<500: .rejected
    default: .malformed
    }
  }

  /// When the host may be asked again, if this is one of its limits.
  ///
  /// Primary: nothing remains until the reset. Secondary: `Retry-After`, else a minute, as GitHub's
  /// guide to its limits has it. The reset is the host's time, so it is set off against its date.
  private static func limit(_ response: Response, words: String, now: Date) -> Date? {
    guard response.status == 403 || response.status == 429 else { return nil }
    if let seconds = response.headers["Retry-After"].flatMap({ Double($0) }), seconds >= 0 {
      return now.addingTimeInterval(min(seconds, 86_400))
    }
    if response.headers["x-ratelimit-remaining"] == "0" {
      let reset = response.headers["x-ratelimit-reset"].flatMap { Double($0) } ?? 0
      let host = GitHubTime.date(of: response) ?? now
      let wait = Date(timeIntervalSince1970: reset).timeIntervalSince(host)
      return now.addingTimeInterval(min(max(wait, 1) + 1, 86_400))
    }
    let isLimit = response.status == 429 || words.lowercased().contains("rate limit")
    return isLimit ? now.addingTimeInterval(60) : nil
  }

  /// Whether nothing is left of an hour's requests, which are counted for each token.
  static func isSpent(_ response: Response) -> Bool {
    response.headers["x-ratelimit-remaining"] == "0" && response.headers["Retry-After"] == nil
  }

  /// The first line of a text, which is what git over HTTP answers.
  private static func line(_ body: [UInt8]) -> String {
    let line = body.prefix(300).prefix { $0 != UInt8(ascii: "\n") }
    return line.first == UInt8(ascii: "<") ? "" : String(decoding: line, as: UTF8.self)
  }

  /// GitHub's own words: its message, and those of its list of errors.
  static func message(_ body: [UInt8]) -> String {
    guard let payload = try? JSONDecoder().decode(Payload.self, from: Data(body)) else { return "" }
    let errors = payload.errors ?? []
    return ([payload.message ?? ""] + errors.map(\.text)).filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  /// Turns a failure to get any response into an error.
  static func error(_ error: HTTPError, to call: GitHubCall, now: Date) -> ForgeError {
    var failure = ForgeError(
      code(error.code, now: now), place: call.place,
      detail: error.detail.isEmpty ? "\(error.code)" : error.detail)
    switch error.code {
    case .unreachable: failure.outage = error.isUnknownHost ? .unknownHost : .connection
    case .timedOut: failure.outage = .timeout
    case .tls: failure.outage = .certificate
    default: break
    }
    return failure
  }

  private static func code(_ code: HTTPError.Code, now: Date) -> ForgeError.Code {
    switch code {
    case .cancelled: .cancelled
    case .tooLarge(let limit): .tooLarge(limit: limit)
    case .rateLimited(let seconds): .rateLimited(until: now.addingTimeInterval(Double(seconds)))
    case .forbiddenAddress, .insecureRedirect: .forbidden
    case .invalidURL, .invalidHeader: .rejected
    case .malformed, .foreignPage, .tooManyPages, .tooManyRedirects: .malformed
    case .unreachable, .timedOut, .tls: .unavailable
    }
  }

  private struct Payload: Decodable {
    var message: String?
    var errors: [Detail]?
  }

  /// An entry of `errors`: an object of several shapes, or a text.
  private struct Detail: Decodable {
    var text: String

    private enum Key: String, CodingKey {
      case message
      case field
      case code
    }

    init(from decoder: any Decoder) throws {
      if let plain = try? decoder.singleValueContainer().decode(String.self) {
        text = plain
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      let parts = [Key.message, .field, .code].compactMap {
        try? container.decodeIfPresent(String.self, forKey: $0)
      }
      text = parts.joined(separator: " ")
    }
  }
}
