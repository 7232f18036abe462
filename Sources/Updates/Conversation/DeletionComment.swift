import Forges

/// The comment on a pull request that martlet closes because a person deleted its branch.
///
/// If the state is lost, its marker shows that the closing was a person's decision.
enum DeletionComment {
  private static let marker = "<!-- martlet-declined -->"

  static let text =
    "Closed: its branch was deleted, which declines this version and older ones.\n\n\(marker)"

  /// Whether a comment of ours ends with the marker.
  static func isPresent(in comments: [Comment], by identity: Account) -> Bool {
    comments.contains { $0.author?.login == identity.login && $0.body.hasSuffix(marker) }
  }
}
