import Text

/// The version of a server, which says what it can do.
///
///     BitbucketVersion("8.19.2")
struct BitbucketVersion: Hashable, Comparable, Sendable {
  let major: Int
  let minor: Int

  /// The oldest version that is served.
  static let oldest = BitbucketVersion(major: 7, minor: 21)
  /// The first version with drafts.
  static let drafts = BitbucketVersion(major: 8, minor: 18)

  init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Parses `version` of `application-properties`; nil if it doesn't begin with two numbers.
  init?(_ text: String) {
    let numbers = text.split(separator: ".").prefix(2).map { $0.number(in: 0...9_999) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return nil }
    self.init(major: major, minor: minor)
  }

  static func < (left: BitbucketVersion, right: BitbucketVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}

extension BitbucketVersion: CustomStringConvertible {
  var description: String { "\(major).\(minor)" }
}
