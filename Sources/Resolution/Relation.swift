/// The relation of a package's assignments to a term.
enum Relation {
  /// The term is true; the paper says *satisfies*.
  case subset
  /// The term cannot be true; the paper says *contradicts*.
  case disjoint
  /// Both are still possible; the paper says *inconclusive*.
  case overlap
}
