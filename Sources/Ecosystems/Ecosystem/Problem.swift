package import Text

/// The reason why a dependency or a project can't be read, resolved or changed.
package struct Problem: Error, Hashable, Codable, Sendable {
  /// The kind, which decides the exit code of a command.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Something doesn't respond, is broken, or doesn't exist, such as a package that no registry
    /// has: exit code 1.
    case failed
    /// The request is wrong, for example for a dependency that doesn't exist: exit code 2.
    case usage
    /// The input uses a construct that martlet does not evaluate: exit code 3.
    case refused
    /// No set of versions meets all requirements: exit code 4.
    case unsolvable
  }

  /// Decides the exit code; of several the first of `failed`, `usage`, `refused`, `unsolvable`.
  package var kind: Kind
  /// The predicate of a sentence about the subject: `reads a file at run time`.
  package var message: String
  /// The construct, dependency, file or URL in question.
  package var subject: String?
  /// The location in a manifest or lock; nil if it has none, for example for a server.
  package var location: Location?
  /// What a person can do about it.
  package var advice: String?
  /// The solver's derivation, a sentence a line; empty unless unsolvable.
  package var explanation: [String]
  /// The package or repository that a server answered that it doesn't have or doesn't show, with 401,
  /// 403, 404 or 410; nil for other problems.
  ///
  /// Other versions of a dependency may not need it, so a resolution can go on with them.
  package var unavailable: String?

  /// The maximal number of characters of a subject, which can quote what a stranger wrote.
  private static let longestSubject = 300
  /// The maximal number of characters of each other text.
  private static let longestText = 2_000

  /// Creates a problem; texts that are too long are cut, and end with `…` then.
  package init(
    _ kind: Kind, _ message: String, subject: String? = nil, at location: Location? = nil,
    advice: String? = nil, explanation: [String] = [], unavailable: String? = nil
  ) {
    self.kind = kind
    self.message = Self.cut(message, Self.longestText)
    self.subject = subject.map { Self.cut($0, Self.longestSubject) }
    self.location = location
    self.advice = advice.map { Self.cut($0, Self.longestText) }
    self.explanation = explanation.map { Self.cut($0, Self.longestText) }
    self.unavailable = unavailable.map { Self.cut($0, Self.longestSubject) }
  }

  /// Counts scalars: one `Character` can contain any number of them.
  private static func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text }
    return String(text.unicodeScalars.prefix(limit - 1)) + "…"
  }
}
