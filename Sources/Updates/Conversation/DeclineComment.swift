import Forges
import Languages

/// The comment on a pull request that martlet closes because a person decided so: by deleting its
/// branch, or by a command.
///
/// If the state is lost, its marker shows that the closing was a person's decision.
enum DeclineComment {
  private static let marker = "<!-- martlet-declined -->"

  /// The text after a person deleted the branch.
  static func text(_ language: Language) -> String {
    language("Closed: its branch was deleted, which declines this version and older ones.")
      + "\n\n\(marker)"
  }

  /// The text after the command `close`.
  static func requested(_ language: Language) -> String {
    language(
      "Closed on request, which declines this version and older ones. `@martlet reopen` undoes this."
    ) + "\n\n\(marker)"
  }

  /// Whether a comment of ours ends with the marker.
  static func isPresent(in comments: [Comment], by identity: Account) -> Bool {
    comments.contains { $0.author?.login == identity.login && isMarked($0.body) }
  }

  /// Whether a comment ends with the marker.
  static func isMarked(_ body: String) -> Bool { body.hasSuffix(marker) }
}
