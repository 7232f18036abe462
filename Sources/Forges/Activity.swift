package import FoundationEssentials

/// That something happened to a pull request: an overview that is cheap to ask for.
///
/// A hint and no truth: what it says of the state is read again before anything rests on it.
package struct Activity: Hashable, Sendable {
  /// Of a pull request, or of a plain issue where the forge counts them together.
  package var number: Int
  /// Neither closed nor merged.
  package var isOpen: Bool
  /// How many comments there are; nil where the forge does not count them.
  package var comments: Int?
  /// When anything changed last: words, state, comments.
  package var updatedAt: Date

  /// Describes what happened.
  package init(number: Int, isOpen: Bool, comments: Int?, updatedAt: Date) {
    self.number = number
    self.isOpen = isOpen
    self.comments = comments
    self.updatedAt = updatedAt
  }
}
