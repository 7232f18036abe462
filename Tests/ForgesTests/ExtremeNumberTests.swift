import FoundationEssentials
import HTTP
import TestSupport
import Testing
import Time

@testable import Forges

/// What hosts send in place of numbers.
@Suite struct `An extreme number of a host` {
  private static let now = Timestamp(seconds: 1_795_233_600)

  private static func code(_ status: Int, _ headers: Headers) -> ForgeError.Code {
    let dialect = HostDialect(headers: [:])
    return HostFailure(dialect: dialect, now: now).error(
      Response(status: status, headers: headers), to: .get(["x"], scope: .account)
    ).code
  }

  @Test(arguments: [403, 429, 500, 503], extremeNumbers + extremeDates)
  func `a pause is a day at most, whatever a header says`(status: Int, value: String) {
    let cases: [Headers] = [
      ["Retry-After": value], ["Date": value, "Retry-After": "Sat, 21 Nov 2026 00:00:20 GMT"],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": value],
      ["X-RateLimit-Remaining": value, "X-RateLimit-Reset": value],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1795233630", "Date": value],
    ]
    for headers in cases {
      guard case .rateLimited(let until) = Self.code(status, headers) else { continue }
      #expect(until >= Self.now && until <= Self.now + .days(1), "\(headers)")
    }
  }

  @Test func `a fraction of a second is cut off`() {
    #expect(Self.code(429, ["Retry-After": "7.9"]) == .rateLimited(until: Self.now + .seconds(7)))
    #expect(
      Self.code(429, ["Retry-After": "-1e308"]) == .rateLimited(until: Self.now + .seconds(60)))
  }

  @Test(arguments: extremeNumbers)
  func `a version of a server is two small numbers or none`(text: String) {
    for version in ["\(text).\(text)", "1.\(text)", "\(text).1.2", text] {
      if let gitea = GiteaVersion(version) { #expect((0...9_999).contains(gitea.minor)) }
      if let bitbucket = BitbucketVersion(version) {
        #expect((0...9_999).contains(bitbucket.major))
      }
    }
  }
}
