package import Text

/// A name of an image or an action that isn't evaluated.
package struct UnsupportedReference: Hashable, Sendable {
  /// The name as written: `node:${VERSION}`.
  package var text: String
  /// The reason, with the location.
  package var problem: Problem

  /// Combines a name with the reason.
  package init(_ text: String, _ problem: Problem) {
    self.text = text
    self.problem = problem
  }

  /// Creates a refusal of a name.
  ///
  /// - Parameters:
  ///   - text: the name as written.
  ///   - message: the predicate of a sentence about it.
  ///   - location: its place.
  ///   - advice: what a person can do about it.
  package init(_ text: String, _ message: String, at location: Location, advice: String? = nil) {
    self.init(
      text, Problem(.refused, message, subject: text, at: location, advice: advice))
  }
}

extension [UnsupportedReference] {
  /// The names as dependencies that can't be updated, each once.
  package var dependencies: [Dependency] {
    var seen: Set<String> = []
    return filter { seen.insert($0.text).inserted }.map { unread in
      Dependency(
        name: unread.text, kind: .direct, requirement: unread.text,
        location: unread.problem.location, problem: unread.problem)
    }
  }
}
