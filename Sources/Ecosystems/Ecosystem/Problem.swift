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

  /// Creates a problem.
  package init(
    _ kind: Kind, _ message: String, subject: String? = nil, at location: Location? = nil,
    advice: String? = nil, explanation: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.subject = subject
    self.location = location
    self.advice = advice
    self.explanation = explanation
  }
}
