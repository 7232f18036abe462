import Crypto
import Ecosystem
package import Forges

/// A pull request as it should be, ready to be published or shown.
package struct Proposal: Hashable, Sendable {
  /// What it proposes; its key decides about the branch.
  package var update: Update
  /// Made of the update's key, without a version: `martlet/npm/lodash`.
  package var branch: String
  /// One line, in the repository's own style or the file's.
  package var title: String
  /// Markdown, notes included, ending in the marker that tells the versions again.
  package var body: String
  /// Subject, sentences on what moves, and the YAML that GitHub's fetch-metadata reads.
  package var commitMessage: String
  /// Only names that the repository's file or martlet's defaults give.
  package var labels: [Label]
  /// Logins; those whom the forge cannot assign are passed over.
  package var assignees: [String]
  /// Its number; nil leaves a milestone that is there.
  package var milestone: Int?
  /// The commit of the base that the change was worked out on.
  package var base: String
  /// Kinds of the changed files as they stand in the base, by path.
  package var modes: [String: FileMode]

  /// Gathers the parts.
  package init(
    update: Update, branch: String, title: String, body: String, commitMessage: String,
    labels: [Label] = [], assignees: [String] = [], milestone: Int? = nil, base: String,
    modes: [String: FileMode] = [:]
  ) {
    self.update = update
    self.branch = branch
    self.title = title
    self.body = body
    self.commitMessage = commitMessage
    self.labels = labels
    self.assignees = assignees
    self.milestone = milestone
    self.base = base
    self.modes = modes
  }

  /// The commit that brings the change.
  var commit: CommitProposal {
    CommitProposal(
      parent: base,
      changes: Dictionary(
        uniqueKeysWithValues: update.files.map { file in
          let mode = modes[file.path] ?? .regular
          return (file.path, file.after.map { .write($0, mode: mode) } ?? .delete)
        }),
      message: commitMessage)
  }

  /// Proposed versions by slot.
  var versions: [String: String] { update.versions }

  var repository: RepositoryName { update.key.repository }

  /// Of what the pull request says, not of the base: a base that moves elsewhere changes nothing.
  var digest: String {
    let moves = update.moves.flatMap { move in
      [move.name, move.from ?? "", move.to ?? "", move.requirement?.after ?? ""]
    }
    // Without the notes: what upstream writes later, or cannot be reached, moves no pull request.
    let parts =
      [branch, title, update.body(), commitMessage] + labels.map(\.name) + assignees
      + [milestone.map(String.init) ?? ""] + moves
    return Digest(.sha256, of: parts.map { "\($0.utf8.count):\($0)" }.joined()).hexadecimal
  }
}

extension Update {
  /// What log lines call the proposed version.
  var version: String {
    Set(leads.map(\.to)).count == 1
      ? leads[0].to : leads.map { "\($0.dependency.name) \($0.to)" }.joined(separator: ", ")
  }
}

extension PullRequest {
  /// Proposed versions by slot, as the body's marker tells.
  var versions: [String: String] { BodyMarker(in: body)?.versions ?? [:] }
}

extension [String: String] {
  /// Whether these versions are as new as `others` for every dependency that those name.
  ///
  /// - Parameters:
  ///   - others: versions by slot.
  ///   - order: all versions by slot, oldest first; what is not in it counts as older.
  /// - Returns: false also where nothing is known of these versions.
  func isAtLeast(_ others: [String: String], in order: [String: [String]]) -> Bool {
    !isEmpty
      && others.allSatisfy { name, version in
        guard let mine = self[name] else { return false }
        guard mine != version else { return true }
        let order = order[name] ?? []
        guard let left = order.firstIndex(of: mine), let right = order.firstIndex(of: version)
        else {
          return false
        }
        return left >= right
      }
  }
}

extension Label {
  /// The label that all pull requests get unless the repository's file says otherwise.
  package static let dependencies = Label(
    name: "dependencies", color: "0366d6", about: "Pull requests that update a dependency file")
}
