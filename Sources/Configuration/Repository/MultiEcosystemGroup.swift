import YAML

/// A group of `multi-ecosystem-groups`: entries of several ecosystems that share pull requests.
package struct MultiEcosystemGroup: Hashable, Sendable {
  package var name = ""
  package var schedule = Schedule()
  /// Added to those of the entries.
  package var labels: [String] = []
  /// Added to those of the entries.
  package var assignees: [String] = []
  package var milestone: Int?
  package var targetBranch: String?
  package var commitMessage: CommitMessageStyle?
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
        Key("pull-request-branch-name", \.branchName, .branchName),
      ])
  }
}
