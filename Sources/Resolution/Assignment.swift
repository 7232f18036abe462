/// A term that the partial solution holds to be true.
struct Assignment: Sendable {
  var term: Term
  /// The incompatibility that forced it; nil for a decision.
  var cause: IncompatibilityID?
  /// How many decisions had been made, this one included.
  var level: Int
}
