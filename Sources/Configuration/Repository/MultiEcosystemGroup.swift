import YAML

/// A group of `multi-ecosystem-groups`: entries of several ecosystems that share pull requests.
package struct MultiEcosystemGroup: FilePart, Sendable {
  /// The key in `multi-ecosystem-groups`, which entries refer to.
  package var name = ""
  /// The first mistake; entries of the group are then not used.
  package var fault: Finding?
  /// Replaces the schedules of the entries.
  package var schedule = Schedule()
  /// Added to those of the entries.
  package var labels: [String] = []
  /// Added to those of the entries.
  package var assignees: [String] = []
  /// Nil: that of the first entry.
  package var milestone: Int?
  /// The base branch; nil: that of each entry.
  package var targetBranch: String?
  /// Nil, or without a prefix: that of the first entry.
  package var commitMessage: CommitMessageStyle?
  /// For the dependencies of the group; nil: that of each entry.
  package var cooldown: Cooldown?
  /// Nil: that of the first entry.
  package var branchName: BranchNameStyle?

  /// What happens if the checks of its pull request fail.
  package var onFailure = GroupRule.OnFailure.keep

  /// Creates a group without settings.
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
        Key("on-failure", \.onFailure, .word),
      ])
  }
}
