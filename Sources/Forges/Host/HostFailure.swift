import FoundationEssentials
import HTTP
import Text
import Time

/// Turns responses that report no success, and missing responses, into errors.
struct HostFailure {
  let dialect: HostDialect
  let now: Timestamp

  /// Reads a response with a status outside 200…299.
  func error(_ response: Response, to call: HostCall) -> ForgeError {
    let message = call.push == nil ? Self.message(response.body) : Self.line(response.body)
    var error = ForgeError(
      code(response, message: message), subject: call.summary, detail: String(message.prefix(300)))
    if error.code == .unavailable {
      error.outage = .serverError
      if message.isEmpty { error.detail = "status \(response.status)" }
    }
    return error
  }

  private func code(_ response: Response, message: String) -> ForgeError.Code {
    if let until = limit(response, message: message) { return .rateLimited(until: until) }
    return dialect.code(response.status, message) ?? Self.code(of: response.status)
  }

  private static func code(of status: Int) -> ForgeError.Code {
    switch status {
    case 401: .unauthorized
    case 403: .forbidden
    case 404, 410, 451: .notFound
    case 409: .conflict
    case 423: .archived
    case 501: .unsupported
    case 500...: .unavailable
    case 400..<500: .rejected
    default: .malformed
    }
  }

  /// Returns when the host may be asked again, if the response reports an exceeded limit.
  ///
  /// `Retry-After` comes first, then the reset of an exhausted limit, else a minute. The reset is in
  /// the host's time, so it is compared with the response's `Date`.
  private func limit(_ response: Response, message: String) -> Timestamp? {
    guard response.status == 403 || response.status == 429 else { return nil }
    if let wait = response.retryAfter(now: now) { return now + wait }
    if isExhausted(response) {
      let reset = response.headers["\(dialect.limitHeaders)-Reset"]?
        .number(limitedTo: 0...Self.lastReset)
      let host = HostTime.date(of: response) ?? now
      let wait = Timestamp(seconds: Int64(reset ?? 0)) - host
      return now + min(max(wait, .seconds(1)) + .seconds(1), .days(1))
    }
    let isLimit = response.status == 429 || message.lowercased().contains("rate limit")
    return isLimit ? now + .seconds(60) : nil
  }

  /// The end of the year 9999 in seconds since 1970.
  private static let lastReset = 253_402_300_799

  private func isExhausted(_ response: Response) -> Bool {
    response.headers["\(dialect.limitHeaders)-Remaining"] == "0"
  }

  /// Whether a token has used up its requests of a period; otherwise a secondary limit was hit.
  func isSpent(_ response: Response) -> Bool {
    isExhausted(response) && response.headers["Retry-After"] == nil
  }

  /// The first line of a plain text, as git over HTTP answers; empty for HTML.
  private static func line(_ body: [UInt8]) -> String {
    let line = body.prefix(300).prefix { $0 != UInt8(ascii: "\n") }
    return line.first == UInt8(ascii: "<") ? "" : String(decoding: line, as: UTF8.self)
  }

  /// The host's own explanation: `message`, `error` and `errors` of a JSON object.
  static func message(_ body: [UInt8]) -> String {
    guard let payload = try? JSONDecoder().decode(Payload.self, from: Data(body)) else { return "" }
    return payload.parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Turns a failure to get any response into an error.
  static func error(_ error: HTTPError, to call: HostCall, now: Timestamp) -> ForgeError {
    var failure = ForgeError(
      code(error.code, now: now), subject: call.summary,
      detail: detail(of: error))
    switch error.code {
    case .unreachable: failure.outage = outage(error)
    case .timedOut: failure.outage = .timeout
    case .noCredential where failure.code == .unavailable: failure.outage = .serverError
    case .tls: failure.outage = outage(error.tlsFault ?? .untrusted)
    default: break
    }
    return failure
  }

  private static func detail(of error: HTTPError) -> String {
    let text = error.detail.isEmpty ? "\(error.code)" : error.detail
    return error.proxy.map { "\($0): \(text)" } ?? text
  }

  private static func outage(_ fault: HTTPError.TLSFault) -> ForgeError.Outage {
    switch fault {
    case .expired: .expiredCertificate
    case .otherName: .otherCertificate
    case .noTLS: .noTLS
    case .untrusted: .certificate
    }
  }

  private static func outage(_ error: HTTPError) -> ForgeError.Outage {
    if error.proxy != nil { return .proxy }
    return error.isUnknownHost ? .unknownHost : error.isRefused ? .refused : .connection
  }

  private static func code(_ code: HTTPError.Code, now: Timestamp) -> ForgeError.Code {
    switch code {
    case .noCredential(let status): Self.code(of: status)
    case .cancelled: .cancelled
    case .tooLarge(let limit): .tooLarge(limit: limit)
    case .rateLimited(let seconds): .rateLimited(until: now + .seconds(seconds))
    case .forbiddenAddress, .insecureRedirect: .forbidden
    case .invalidURL, .invalidHeader: .rejected
    case .malformed, .foreignPage, .tooManyPages, .tooManyRedirects: .malformed
    case .unreachable, .timedOut, .tls: .unavailable
    }
  }
}

/// The explanations in a refusal: GitHub and Gitea send `message` and a list `errors`, GitLab sends
/// `message` as a text, a list or lists by field, or `error` with `error_description`.
private struct Payload: Decodable {
  var message: Explanation?
  var error: Explanation?
  var errorDescription: String?
  var errors: Explanation?

  private enum CodingKeys: String, CodingKey {
    case message
    case error
    case errorDescription = "error_description"
    case errors
  }

  var parts: [String] {
    [message?.text ?? "", error?.text ?? "", errorDescription ?? "", errors?.text ?? ""]
  }
}

/// A text, a list or an object of several shapes.
private struct Explanation: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    if let plain = try? decoder.singleValueContainer().decode(String.self) {
      text = plain
    } else if let list = try? decoder.singleValueContainer().decode([Explanation].self) {
      text = list.map(\.text).filter { !$0.isEmpty }.joined(separator: "; ")
    } else if let fields = try? decoder.singleValueContainer().decode([String: Explanation].self) {
      text = Self.text(fields)
    } else {
      text = ""
    }
  }

  /// Joins the values of an entry of GitHub's `errors`, or of GitLab's explanations by field.
  private static func text(_ fields: [String: Explanation]) -> String {
    let known = ["message", "field", "code"].compactMap { fields[$0]?.text }
    guard known.isEmpty else { return known.filter { !$0.isEmpty }.joined(separator: " ") }
    return fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" }
      .joined(separator: "; ")
  }
}
