import FoundationEssentials
import HTTP
import Testing

@testable import Forges
import TestSupport
import Time

/// What refusals of all hosts mean, and which explanation is shown.
@Suite struct `A failure of a host` {
  private static let now = Timestamp(seconds: 1_795_233_600)

  private static func error(
    _ status: Int, _ body: String = "", _ headers: Headers = [:],
    limitHeaders: String = "X-RateLimit"
  ) -> ForgeError {
    var dialect = HostDialect(headers: [:])
    dialect.limitHeaders = limitHeaders
    return HostFailure(dialect: dialect, now: now).error(
      Response(status: status, headers: headers, body: Array(body.utf8)),
      to: .get(["x"], scope: .account))
  }

  @Test(arguments: [
    (#"{"message": "Not Found"}"#, "Not Found"),
    (
      #"{"message": "Validation Failed", "errors": [{"field": "base", "code": "invalid"}, "x"]}"#,
      "Validation Failed; base invalid; x"
    ),
    (
      #"{"message": ["Another open merge request exists: !5"]}"#,
      "Another open merge request exists: !5"
    ),
    (
      #"{"message": {"base": ["is missing"], "title": ["is too long", "is odd"]}}"#,
      "base is missing; title is too long; is odd"
    ),
    (
      #"{"error": "insufficient_scope", "error_description": "needs more", "scope": "api"}"#,
      "insufficient_scope; needs more"
    ),
    (#"{"message": 7}"#, ""), ("<html>", ""), ("[]", ""),
  ])
  func `the explanation is found in the shapes that hosts use`(body: String, message: String) {
    #expect(Self.error(400, body).detail == message)
  }

  @Test(arguments: [
    (401, ForgeError.Code.unauthorized), (403, .forbidden), (404, .notFound), (409, .conflict),
    (422, .rejected), (423, .archived), (500, .unavailable), (501, .unsupported), (302, .malformed),
  ])
  func `a status has one meaning`(status: Int, code: ForgeError.Code) {
    #expect(Self.error(status).code == code)
  }

  @Test func `a limit ends when the host says`() {
    func seconds(_ error: ForgeError) -> Duration? {
      guard case .rateLimited(let until) = error.code else { return nil }
      return until - Self.now
    }
    #expect(seconds(Self.error(429, "Retry later", ["Retry-After": "7"])) == 7)
    // A date in the host's time; its clock may be wrong.
    let date: Headers = [
      "Date": "Sat, 21 Nov 2026 00:00:00 GMT", "Retry-After": "Sat, 21 Nov 2026 00:00:20 GMT",
    ]
    #expect(seconds(Self.error(429, "Retry later", date)) == 20)
    #expect(seconds(Self.error(429, "Retry later", ["Retry-After": "soon"])) == 60)
    #expect(seconds(Self.error(429)) == 60)
    let reset: Headers = ["RateLimit-Remaining": "0", "RateLimit-Reset": "1795233630"]
    #expect(seconds(Self.error(429, "", reset, limitHeaders: "RateLimit")) == 31)
    #expect(seconds(Self.error(403)) == nil)
  }

  @Test func `a dialect decides before the table does`() {
    var dialect = HostDialect(headers: [:])
    dialect.code = { status, message in status == 405 && message == "later" ? .conflict : nil }
    let failure = HostFailure(dialect: dialect, now: Self.now)
    func code(_ body: String) -> ForgeError.Code {
      failure.error(
        Response(status: 405, headers: [:], body: Array(body.utf8)),
        to: .get(["x"], scope: .account)
      ).code
    }
    #expect(code(#"{"message": "later"}"#) == .conflict)
    #expect(code(#"{"message": "never"}"#) == .rejected)
  }
}
