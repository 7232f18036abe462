package import Time

/// A change of a pull request, from a list that costs one request.
///
/// It is a hint: the state is read again before it is used.
package struct Activity: Hashable, Sendable {
  /// The number of a pull request, or of an issue if the forge counts both together.
  package var number: Int
  /// Whether it is neither closed nor merged.
  package var isOpen: Bool
  /// The number of comments; nil if the forge doesn't count them.
  package var comments: Int?
  /// The time of the last change of texts, state or comments.
  package var updatedAt: Timestamp

  /// Creates a value.
  package init(number: Int, isOpen: Bool, comments: Int?, updatedAt: Timestamp) {
    self.number = number
    self.isOpen = isOpen
    self.comments = comments
    self.updatedAt = updatedAt
  }
}
