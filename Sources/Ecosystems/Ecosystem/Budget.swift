package import Text

/// How much of something the work on one input may use: steps, requests, bytes.
///
/// Loops over input that a stranger wrote draw from it, so that no input can keep them busy for ever.
/// What goes beyond it is refused by name. An allowance is a value: each resolution has its own.
///
///     var requests = Allowance("requests", 30_000)
///     try requests.spend(on: "left-pad")
package struct Budget: Sendable {
  /// The unit in the plural, such as `requests`.
  package let unit: String
  /// The largest amount that is allowed in all.
  package let limit: Int
  /// The amount used so far; stays at the limit once that is reached.
  package private(set) var spent = 0

  /// Starts with nothing spent.
  package init(_ unit: String, _ limit: Int) {
    self.unit = unit
    self.limit = limit
  }

  /// Draws an amount.
  ///
  /// - Parameters:
  ///   - amount: never negative.
  ///   - construct: what the amount is used for, which the refusal names.
  ///   - location: the location of the construct.
  /// - Throws: a refusal if the amount goes beyond the limit.
  @inline(__always)
  package mutating func spend(
    _ amount: Int = 1, on construct: @autoclosure () -> String, at location: Location? = nil
  ) throws(Problem) {
    if amount <= limit - spent {
      spent += amount
      return
    }
    spent = limit
    throw refusal(of: construct(), at: location)
  }

  private func refusal(of construct: String, at location: Location?) -> Problem {
    Problem(
      .refused, "takes more than \(limit) \(unit), which is as much as one visit may use",
      subject: construct, at: location)
  }
}
