package import Time

// In tests, an integer is a number of seconds: `now: 1_000` is 1,000 seconds after the start of
// 1970, `lease: 120` are two minutes.

extension Timestamp: ExpressibleByIntegerLiteral {
  /// Creates the moment that is so many seconds after the start of 1970.
  package init(integerLiteral seconds: Int64) {
    self.init(seconds: seconds)
  }
}

extension Duration: @retroactive ExpressibleByIntegerLiteral {
  /// Creates a duration of so many seconds.
  public init(integerLiteral seconds: Int64) {
    self = .seconds(seconds)
  }
}
