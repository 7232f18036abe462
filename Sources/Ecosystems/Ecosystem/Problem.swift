package import Text

/// Why one dependency, or one project, could not be read, resolved or changed.
package struct Problem: Error, Hashable, Codable, Sendable {
  /// What the command's exit code tells of it.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Something did not answer, is broken, or is nowhere to be found, as a package that no registry
    /// has: exit code 1.
    case failed
    /// The question itself is wrong, such as a dependency that is not there: exit code 2.
    case usage
    /// The input uses a construct that martlet does not evaluate: exit code 3.
    case refused
    /// No set of versions meets all requirements: exit code 4.
    case unsolvable
  }

  /// Decides the exit code; of several the first of `failed`, `usage`, `refused`, `unsolvable`.
  package var kind: Kind
  /// What is the matter, without the subject: `reads a file at run time`.
  package var message: String
  /// The construct, dependency, file or URL in question.
  package var subject: String?
  /// Where in a manifest or lock it is; nil where the matter has no place, as with a server.
  package var location: Location?
  /// What a person can do about it.
  package var advice: String?
  /// The solver's derivation, a sentence a line; empty unless unsolvable.
  package var explanation: [String]

  /// Describes a problem by its kind, what is the matter, and where.
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
