/// All incompatibilities in order of discovery.
///
/// Their terms are stored in one array because propagation reads little else. A separate array for
/// each incompatibility would cost a retain and a release on every visit.
struct Incompatibilities: Sendable {
  /// The location of an incompatibility's terms.
  private struct Row {
    var terms: Range<Int>
    var cause: Incompatibility.Cause
    /// The sum of a package that was found to contradict one of the terms.
    var obstacle: Term?
  }

  private var terms: [Term] = []
  private var rows: [Row] = []

  subscript(id: IncompatibilityID) -> Incompatibility {
    Incompatibility(terms: Array(terms[rows[id.index].terms]), cause: rows[id.index].cause)
  }

  /// The cause of an incompatibility.
  ///
  /// Reading `cause` through the subscript is not only slower: Swift 6.3.1 with optimization frees
  /// the unused array of terms before it has copied them.
  func cause(of id: IncompatibilityID) -> Incompatibility.Cause { rows[id.index].cause }

  /// Appends an incompatibility and returns its number.
  mutating func append(_ incompatibility: Incompatibility) -> IncompatibilityID {
    let start = terms.count
    terms += incompatibility.terms
    rows.append(Row(terms: start..<terms.count, cause: incompatibility.cause))
    return IncompatibilityID(index: rows.count - 1)
  }

  /// The indices of an incompatibility's terms.
  func termIndices(of id: IncompatibilityID) -> Range<Int> { rows[id.index].terms }

  /// The term at an index.
  func term(at index: Int) -> Term { terms[index] }

  /// The sum that contradicted the incompatibility at its last visit, if any.
  func obstacle(of id: IncompatibilityID) -> Term? { rows[id.index].obstacle }

  /// Records that an incompatibility is contradicted as long as a package's sum equals `sum`.
  mutating func setObstacle(_ sum: Term, of id: IncompatibilityID) { rows[id.index].obstacle = sum }
}
