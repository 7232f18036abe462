/// A term of the partial solution, with the reason for it.
struct Assignment: Sendable {
  var term: Term
  /// The sum of the package's assignments up to this one.
  var sum: Literal
  /// The index of the package's assignment before this one; -1 for the first.
  var previous: Int32
  /// The incompatibility that forced it; nil for a decision.
  var cause: IncompatibilityID?
  /// The number of decisions made so far, including this one.
  var level: UInt32
}
