package import Configuration
package import Ecosystem

/// An entry of the repository's file, as far as updates are concerned.
package struct Entry: Sendable {
  /// The ecosystems that it updates; nil: all.
  package var ecosystem: EcosystemSelection?
  /// Those that look with the credentials which the entry may use; nil: the world's.
  package var ecosystems: [any PackageEcosystem]?
  /// Says whether a project's directory is meant.
  package var covers: @Sendable (Project) -> Bool
  /// What may be proposed, how soon and how many; after the operator's limits.
  package var policy: Policy
  /// Nil: the repository's own style is followed.
  package var title: TitleStyle?
  /// Of pull requests of its own; a multi-ecosystem group may say another.
  package var branch: BranchStyle
  /// Nil: `dependencies` is added.
  package var labels: [String]?
  /// Logins; those of a multi-ecosystem group are added.
  package var assignees: [String]
  /// The number at the end of its URL; nil: none.
  package var milestone: Int?
  /// The branch that takes the changes; nil: the default branch.
  package var target: String?
  /// In the order of the file.
  package var groups: [GroupRule] = []
  /// Whether it names several directories, which its groups share.
  package var spansDirectories = false
  /// Which entry of its ecosystem and target it is, from 1 on.
  package var number = 1
  /// The group that it shares with other entries.
  package var multiGroup: MultiGroup?
  /// What this pass looks for.
  package var attention = Attention.everything
  /// Which pull requests merge by themselves; nil: none.
  package var automerge: Automerge?
  /// How long checks are waited for, and which of them; an hour unless told otherwise.
  package var ci = CISettings()

  /// What of the entry, or of the file around it, does not apply.
  package var findings: [Finding] = []
  /// Said where no project is covered.
  package var vacancy: Finding?
  /// What keeps the entry from being used: nothing that it covers is touched.
  package var refusal: Problem?
  /// Whether the file has entries of other ecosystems, so that labels tell them apart.
  package var isOneOfSeveral = false

  /// Describes an entry; what is not said has Dependabot's defaults.
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

/// A group of `multi-ecosystem-groups` as one of its entries takes part in it.
package struct MultiGroup: Sendable {
  /// Its key in `multi-ecosystem-groups`.
  package var name: String
  /// Whether a dependency of the entry goes into it.
  package var takes: @Sendable (Dependency) -> Bool
  /// What the group itself says of its pull request; nil: what the first entry says.
  package var title: TitleStyle?
  /// Nil: as the first entry says.
  package var branch: BranchStyle?
  /// Added to those of the entries.
  package var labels: [String]
  /// Added to those of the entries.
  package var assignees: [String]
  /// The number at the end of its URL; nil: as the first entry says.
  package var milestone: Int?

  /// Names a group that takes everything.
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
