/// All incompatibilities in the order of discovery.
///
/// Their terms lie in one row behind each other: propagation reads little else, and an array of
/// its own for each would be counted up and down at every visit.
struct Incompatibilities: Sendable {
  /// Where an incompatibility's terms lie.
  private struct Row {
    var terms: Range<Int>
    var cause: Incompatibility.Cause
    /// A package's sum that was found to rule one of its terms out.
    var obstacle: Term?
  }

  private var terms: [Term] = []
  private var rows: [Row] = []

  subscript(id: IncompatibilityID) -> Incompatibility {
    Incompatibility(terms: Array(terms[rows[id.index].terms]), cause: rows[id.index].cause)
  }

  /// Keeps one and answers its number.
  mutating func append(_ incompatibility: Incompatibility) -> IncompatibilityID {
    let start = terms.count
    terms += incompatibility.terms
    rows.append(Row(terms: start..<terms.count, cause: incompatibility.cause))
    return IncompatibilityID(index: rows.count - 1)
  }

  /// The places of an incompatibility's terms.
  func places(of id: IncompatibilityID) -> Range<Int> { rows[id.index].terms }

  /// The term at a place.
  func term(at place: Int) -> Term { terms[place] }

  /// The sum that contradicted it when it was visited last, if one did.
  func obstacle(of id: IncompatibilityID) -> Term? { rows[id.index].obstacle }

  /// Notes that it is contradicted for as long as a package's sum is this one.
  mutating func note(_ sum: Term, against id: IncompatibilityID) { rows[id.index].obstacle = sum }
}
