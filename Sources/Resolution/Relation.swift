/// How what is known of a package stands to a term.
enum Relation: UInt8 {
  /// The term is true: the paper's *satisfies*.
  case subset
  /// The term cannot be true: the paper's *contradicts*.
  case disjoint
  /// Either may still come: the paper's *inconclusive*.
  case overlap
}
