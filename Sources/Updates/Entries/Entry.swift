package import Configuration
package import Ecosystem
package import Languages

/// An entry of the configuration file, prepared for a pass.
package struct Entry: Sendable {
  /// The ecosystems that it updates; nil: all.
  package var ecosystem: EcosystemSelection?
  /// The ecosystems with the entry's own credentials; nil: those of the world.
  package var ecosystems: [any PackageEcosystem]?
  /// Returns whether the entry configures a project.
  package var covers: @Sendable (Project) -> Bool
  /// Returns whether the entry leaves out a file of the projects that it covers.
  package var excludes: @Sendable (_ path: String) -> Bool = { _ in false }
  /// Which updates may be proposed, within the operator's limits.
  package var policy: Policy
  /// Nil: the repository's own style.
  package var title: TitleStyle?
  /// The style of branch names; a multi-ecosystem group can override it.
  package var branch: BranchStyle
  /// Nil: the default labels.
  package var labels: [String]?
  /// Logins, in addition to those of a multi-ecosystem group.
  package var assignees: [String]
  /// The number at the end of the milestone's URL; nil: none.
  package var milestone: Int?
  /// The base branch; nil: the default branch.
  package var target: String?
  /// In the order of the file.
  package var groups: [GroupRule] = []
  /// Whether it names the directories that it covers.
  package var namesDirectories = false
  /// Whether it configures several directories, so that its groups span them.
  package var spansDirectories = false
  /// Its position among the entries of its ecosystem and base branch, from 1.
  package var number = 1
  /// The multi-ecosystem group that it shares with other entries.
  package var multiGroup: MultiGroup?
  /// The updates that are due in this pass.
  package var due = DueUpdates.everything
  /// The updates that are due for the rules with a schedule, in the order of `rules`, then those of
  /// the lock file maintenance if it has a schedule.
  package var dueByRule: [DueUpdates] = []
  /// Settings for some dependencies; a later rule takes precedence.
  package var rules = RuleBook()
  /// The logins and teams that are asked for a review.
  package var reviewers: [String] = []
  /// Regular updates of the whole lock; nil: none.
  package var lockMaintenance: LockMaintenance?
  /// The files that it describes itself.
  package var custom: [CustomFiles] = []
  /// The directories of the projects of these files.
  package var customDirectories: [String] = []
  /// When pull requests are opened.
  package var opening = OpeningMode.always
  /// Whether pull requests are opened as drafts.
  package var draft = DraftMode.never
  /// Whether pull requests say which used symbols an update changes.
  package var impact = ImpactMode.off
  /// Which pull requests are merged automatically; nil: none.
  package var automerge: Automerge?
  /// Timeout and names of the checks.
  package var ci = CISettings()

  /// The language of the descriptions of its pull requests; nil: that of the repository.
  package var language: Language?
  /// The language in which martlet writes in the repository; nil: that of the operator's file.
  package var repositoryLanguage: Language?
  /// Whether the repository's file asks for a dashboard.
  package var hasDashboard = false
  /// The operator's channels that the file chooses, as `ChannelChoice.text`, sorted.
  package var channels = ""
  /// Findings in the entry, or in the file.
  package var findings: [Finding] = []
  /// The finding to report if the entry covers no project.
  package var coversNothing: Finding?
  /// Why the entry cannot be used.
  ///
  /// Its projects are not updated.
  package var refusal: Problem?
  /// Whether the file has entries of other ecosystems, so that each gets a label.
  package var isOneOfSeveral = false

  /// Creates an entry with Dependabot's defaults.
  package init(
    ecosystem: EcosystemSelection? = nil,
    covers: @escaping @Sendable (Project) -> Bool = { _ in true },
    policy: Policy = .open, title: TitleStyle? = nil, branch: BranchStyle = BranchStyle(),
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

extension Entry {
  /// Whether it updates projects of an ecosystem.
  package func selects(_ ecosystem: EcosystemID) -> Bool {
    self.ecosystem?.ids.contains(ecosystem) ?? true
  }
}

/// A group of `multi-ecosystem-groups`, from the point of view of one of its entries.
package struct MultiGroup: Sendable {
  /// Its key in `multi-ecosystem-groups`.
  package var name: String
  /// Returns whether a dependency of the entry belongs to the group.
  package var takes: @Sendable (Dependency) -> Bool
  /// Nil: the style of the first entry.
  package var title: TitleStyle?
  /// Nil: the style of the first entry.
  package var branch: BranchStyle?
  /// Added to those of the entries.
  package var labels: [String]
  /// Added to those of the entries.
  package var assignees: [String]
  /// The number at the end of the milestone's URL; nil: that of the first entry.
  package var milestone: Int?

  /// What happens if the checks of its pull request fail.
  package var onFailure = GroupRule.OnFailure.keep

  /// Creates a group that accepts every dependency.
  package init(
    name: String, takes: @escaping @Sendable (Dependency) -> Bool = { _ in true },
    title: TitleStyle? = nil, branch: BranchStyle? = nil, labels: [String] = [],
    assignees: [String] = [], milestone: Int? = nil
  ) {
    self.name = name
    self.takes = takes
    self.title = title
    self.branch = branch
    self.labels = labels
    self.assignees = assignees
    self.milestone = milestone
  }
}
