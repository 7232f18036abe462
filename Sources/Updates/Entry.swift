package import Ecosystem

/// An entry of the repository's file, as far as updates are concerned.
package struct Entry: Sendable {
  /// The ecosystem it is for; nil: all.
  package var ecosystem: EcosystemName?
  /// Says whether a project's directory is meant.
  package var covers: @Sendable (Project) -> Bool
  package var policy: Policy
  package var title: TitleStyle
  package var branch: BranchStyle
  /// Nil: `dependencies` is added.
  package var labels: [String]?
  package var assignees: [String]
  package var milestone: Int?
  /// The branch that takes the changes; nil: the default branch.
  package var target: String?
  /// Whether this pass looks for updates; the others' pull requests are only watched.
  package var isDue = true

  /// Describes an entry; what is not said has Dependabot's defaults.
  package init(
    ecosystem: EcosystemName? = nil, covers: @escaping @Sendable (Project) -> Bool = { _ in true },
    policy: Policy = .open, title: TitleStyle = TitleStyle(), branch: BranchStyle = BranchStyle(),
    labels: [String]? = nil, assignees: [String] = [], milestone: Int? = nil,
    target: String? = nil
  ) {
    self.ecosystem = ecosystem
    self.covers = covers
    self.policy = policy
    self.title = title
    self.branch = branch
    self.labels = labels
    self.assignees = assignees
    self.milestone = milestone
    self.target = target
  }
}
