import YAML

/// A group of `multi-ecosystem-groups`: entries of several ecosystems that share pull requests.
package struct MultiEcosystemGroup: FilePart, Sendable {
  /// Its key in `multi-ecosystem-groups`, by which entries join it.
  package var name = ""
  /// What is wrong with it, for which entries that belong to it are not used.
  package var fault: Finding?
  /// Counts for all entries of the group, in place of theirs.
  package var schedule = Schedule()
  /// Added to those of the entries.
  package var labels: [String] = []
  /// Added to those of the entries.
  package var assignees: [String] = []
  /// Nil: that of the first entry.
  package var milestone: Int?
  /// The branch that takes the changes; nil: that of each entry.
  package var targetBranch: String?
  /// Nil, or without a prefix: that of the first entry.
  package var commitMessage: CommitMessageStyle?
  /// For the dependencies of the group; nil: that of each entry.
  package var cooldown: Cooldown?
  /// Nil: that of the first entry.
  package var branchName: BranchNameStyle?

  /// Starts without additions.
  package init() {}
}

extension Shape where Value == MultiEcosystemGroup {
  static var multiEcosystemGroup: Shape {
    section(
      MultiEcosystemGroup(),
      [
        Key("schedule", \.schedule, .schedule, required: true),
        Key("labels", \.labels, .list(of: .string)),
        Key("assignees", \.assignees, .listOrOne(of: .string)),
        Key("milestone", \.milestone, .integer(1...Int.max)),
        Key("target-branch", \.targetBranch, .branch),
        Key("commit-message", \.commitMessage, .commitMessage),
        Key("cooldown", \.cooldown, .cooldown),
        Key("pull-request-branch-name", \.branchName, .branchName),
      ])
  }
}
