/// A term of the partial solution, with the reason for it.
struct Assignment: Sendable {
  var term: Term
  /// The incompatibility that forced it; nil for a decision.
  var cause: IncompatibilityID?
  /// The number of decisions made so far, including this one.
  var level: Int
}
