import FoundationEssentials
import Testing

@testable import Forges

@Suite struct `A number that Bitbucket's settings demand` {
  /// The demanded approvals in a value of `requiredApprovers`.
  private func count(_ value: String) throws -> Int? {
    let text = "{\"requiredApprovers\": \(value)}"
    let settings = try JSONDecoder().decode(BitbucketSettings.self, from: Data(text.utf8))
    return settings.requiredApprovers?.count
  }

  @Test(
    arguments: [
      ("2", 2), (#"{"enabled": true, "count": 2}"#, 2), (#"{"enabled": true, "count": "2"}"#, 2),
      (#"{"enabled": false, "count": 2}"#, 0), (#"{"enabled": false}"#, 0), (#"{"count": 2}"#, 2),
      ("null", nil),
    ] as [(String, Int?)])
  func `is read in each form`(value: String, expected: Int?) throws {
    #expect(try count(value) == expected)
  }

  @Test(arguments: [#"{"enabled": true}"#, #"{"enabled": true, "count": "two"}"#, "\"2\""])
  func `is an error if it is unreadable`(value: String) {
    #expect(throws: DecodingError.self) { try count(value) }
  }
}
