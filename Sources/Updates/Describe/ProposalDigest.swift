import Crypto
import Ecosystem
import Forges

extension Proposal {
  /// A digest of the contents.
  ///
  /// It does not depend on the base commit.
  var digest: String {
    let moves = update.moves.flatMap { move in
      [move.name, move.from ?? "", move.to ?? "", move.requirement?.after ?? ""]
    }
    // Without release notes: new or unavailable notes must not change the pull request.
    let parts =
      [branch, title, update.body(), commitMessage] + labels.map(\.name) + assignees
      + reviewers.map { "review \($0)" } + [milestone.map(String.init) ?? ""] + moves
    return Digest(.sha256, of: parts.map { "\($0.utf8.count):\($0)" }.joined()).hexadecimal
  }
}
