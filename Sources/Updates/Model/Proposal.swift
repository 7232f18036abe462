import Ecosystem
package import Forges
package import Impact

/// The wanted contents of a pull request, ready to be published or shown.
package struct Proposal: Hashable, Codable, Sendable {
  /// The changes.
  ///
  /// The key determines the branch.
  package var update: Update
  /// Derived from the key, without a version: `martlet/npm/lodash`.
  package var branch: String
  /// One line, in the configured style or the repository's own.
  package var title: String
  /// Markdown that ends in the marker with the versions.
  package var body: String
  /// Subject, text, and the YAML trailer that GitHub's fetch-metadata parses.
  package var commitMessage: String
  /// The configured labels, or the default ones.
  package var labels: [Label]
  /// Logins.
  ///
  /// The forge ignores those that it cannot assign.
  package var assignees: [String]
  /// Logins and teams (`org/team`), which are asked for a review once.
  package var reviewers: [String]
  /// The number of the milestone; nil keeps the existing one.
  package var milestone: Int?
  /// Whether the pull request is opened as a draft, which it is until its checks are green.
  package var isDraft = false
  /// Whether the body says which symbols that the repository uses change.
  package var hasImpact = false
  /// What the update changes of the symbols that the repository uses, as excerpts; known after the
  /// body was annotated.
  package var impacts: [ImpactReport] = []
  /// Warnings about the origins of the new versions; set after the body was annotated.
  var origins = OriginCheck()
  /// What rules add once the impact is known.
  package var lateSettings: [LateSetting] = []
  /// The commit of the base branch that the changes apply to.
  package var base: String
  /// The file modes in the base commit, by path.
  package var modes: [String: FileMode]

  /// Creates a proposal.
  package init(
    update: Update, branch: String, title: String, body: String, commitMessage: String,
    labels: [Label] = [], assignees: [String] = [], reviewers: [String] = [],
    milestone: Int? = nil, base: String, modes: [String: FileMode] = [:]
  ) {
    self.update = update
    self.branch = branch
    self.title = title
    self.body = body
    self.commitMessage = commitMessage
    self.labels = labels
    self.assignees = assignees
    self.reviewers = reviewers
    self.milestone = milestone
    self.base = base
    self.modes = modes
  }

  /// The commit with the changes.
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

  /// The proposed versions by dependency key.
  var versions: [String: String] { update.versions }

  var repository: RepositoryName { update.key.repository.name }

  /// Whether it replaces a package, which people decline whatever its version is.
  var isReplacement: Bool { update.key.replacement != nil }
}

extension Update {
  /// The proposed version in log lines.
  var version: String {
    if let replacement = key.replacement, let lead = leads.first {
      return "\(replacement.new) \(lead.to)"
    }
    return Set(leads.map(\.to)).count == 1
      ? leads[0].to : leads.map { "\($0.dependency.name) \($0.to)" }.joined(separator: ", ")
  }
}

extension [String: String] {
  /// Whether these versions include each dependency of `others` at the same version or a newer one.
  ///
  /// - Parameters:
  ///   - others: versions by dependency key.
  ///   - order: all versions by dependency key, oldest first. Unknown versions count as older.
  /// - Returns: false if there are no versions.
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
  /// The default label of all pull requests.
  package static let dependencies = Label(
    name: "dependencies", color: "0366d6", about: "Pull requests that update a dependency file")
}
