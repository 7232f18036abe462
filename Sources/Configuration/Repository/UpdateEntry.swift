package import Ecosystem
package import Languages
package import Text
package import Versioning
import YAML

/// An entry of `updates`: which dependencies are updated, where, when and how.
package struct UpdateEntry: Hashable, Sendable {
  /// Whether pull requests are rebased when their base changes.
  package enum RebaseStrategy: String, CaseIterable, Hashable, Sendable {
    case auto
    /// At each visit that finds the base moved, as Renovate's `rebaseWhen` has it.
    case behindBase = "behind-base-branch"
    case disabled
  }

  /// The registries of the file that an entry may use.
  package enum RegistrySelection: Hashable, Sendable {
    case none, all
    /// Keys of the file's `registries`.
    case named([String])
  }

  /// The location of the entry.
  package var location = Location(file: "", line: 1, column: 1)
  /// The ecosystems that the entry is for; nil: all, as in the operator's `defaults`.
  package var ecosystem: EcosystemSelection?
  /// The ecosystems that the operator allows; nil: all.
  package var allowedEcosystems: [EcosystemID]?
  /// The directories; at least one.
  package var directories: [DirectoryPattern] = []
  /// Excluded manifests, relative to the root and to each literal directory of `directories`.
  package var excludePaths: [PathPattern] = []
  /// The schedule for `serve`; a multi-ecosystem group's schedule takes precedence.
  package var schedule = Schedule()
  /// The dependencies to update; empty: every direct dependency.
  package var allow: [AllowRule] = []
  /// A release that matches any rule isn't proposed.
  package var ignore: [IgnoreRule] = []
  /// The groups in the file's order.
  package var groups: [GroupRule] = []
  /// The name of a multi-ecosystem group; nil: the entry has pull requests of its own.
  package var multiEcosystemGroup: String?
  /// The dependencies that belong to the multi-ecosystem group.
  package var multiEcosystemPatterns: [NamePattern] = []
  /// The cooldown, by default three days; the operator can lengthen it.
  package var cooldown = Cooldown()
  /// How requirements are edited; by default each ecosystem decides.
  package var versioningStrategy = VersioningStrategy.auto
  /// The maximum number of open pull requests for version updates; 0 disables them.
  package var openPullRequestsLimit = 5
  /// The operator's maximum, which a person's request to open one can't exceed; nil: none.
  package var openPullRequestsMaximum: Int?
  /// The steps of version updates that need a ticked box of the dashboard.
  package var approval: Set<Step> = []
  /// Further limits of the entry.
  package var limits = OpenLimits()
  /// The operator's limits of the repository, for all entries together.
  package var repositoryLimits = OpenLimits()
  /// The number of updates that a group needs before it gets a pull request; 1: any.
  package var minimumGroupSize = 1
  /// The steps whose updates get pull requests of their own beside those of smaller steps.
  package var separate: Set<Step> = []
  /// Which majors may be proposed.
  package var majors = MajorSteps.newest
  /// Regular updates of the whole lock; nil: none.
  package var lockMaintenance: LockMaintenance?
  /// What happens to deprecated and withdrawn dependencies.
  package var replace = ReplaceMode.off
  /// When pull requests are opened.
  package var opening = OpeningMode.always
  /// Whether pull requests are opened as drafts.
  package var draft = DraftMode.never
  /// Whether pull requests say which used symbols an update changes.
  package var impact = ImpactMode.off
  /// The language of the descriptions of its pull requests; nil: that of the file.
  package var language: Language?
  /// The base branch; nil: the repository's default branch.
  package var targetBranch: String?
  /// The style of titles; by default that of the repository's history.
  package var commitMessage = CommitMessageStyle()
  /// The labels; nil: the default labels; empty: no labels.
  package var labels: [String]?
  /// The logins of assignees; the forge ignores those that can't be assigned.
  package var assignees: [String] = []
  /// The logins and teams (`org/team`) that are asked for a review; empty in a file that Dependabot
  /// itself reads, which uses a CODEOWNERS file instead.
  package var reviewers: [String] = []
  /// Settings for some dependencies; a later rule takes precedence.
  package var rules: [PackageRule] = []
  /// The number at the end of the milestone's URL; nil: no milestone.
  package var milestone: Int?
  /// The style of branch names, by default with slashes: `martlet/npm/lodash`.
  package var branchName = BranchNameStyle()
  /// Whether pull requests are rebased when their base changes.
  package var rebaseStrategy = RebaseStrategy.auto
  /// The registries whose credentials in the operator's file it may use.
  package var registries = RegistrySelection.none
  /// The pull requests that are merged automatically; nil: none.
  package var automerge: Automerge?
  /// The checks to wait for; by default the required ones, for an hour.
  package var ci = CISettings()
  /// Why the entry isn't used; nil if it is.
  package var refusal: Finding?
  /// Whether the entry is a preset's, so that the repository may have no project for it.
  package var isInherited = false
  /// Whether names that can move are replaced by fixed ones: tags of actions by commits.
  package var pins = false
  /// The references that it describes itself.
  package var custom: [CustomEntry] = []
  var wantsVendor = false

  /// Creates an entry with Dependabot's defaults.
  package init() {}
}

extension UpdateEntry {
  /// Whether the entry applies to a project: to its ecosystem and its directory.
  package func covers(_ project: Project) -> Bool {
    let isSelected = ecosystem?.ids.contains(project.ecosystem) ?? true
    let isAllowed = allowedEcosystems?.contains(project.ecosystem) ?? true
    guard isSelected, isAllowed else { return false }
    return directories.contains { $0.matches(project.directory) } && !excludes(project.manifest)
  }

  /// Whether `exclude-paths` names a file, or a folder that contains it, from the root of the tree or
  /// from a directory of the entry.
  package func excludes(_ path: String) -> Bool {
    let bases = ["/"] + directories.filter { $0.isLiteral }.map(\.text)
    return excludePaths.contains { pattern in
      bases.contains { pattern.matches(relative(path, to: $0)) }
    }
  }

  private func relative(_ path: String, to base: String) -> String {
    let prefix = base == "/" ? "" : String(base.dropFirst()) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.utf8.count)) : path
  }
}
