package import Ecosystem
package import Text
import YAML

/// An entry of `updates`: which dependencies are kept fresh, where, when and how.
package struct UpdateEntry: Hashable, Sendable {
  /// What happens to a pull request when its base moves.
  package enum RebaseStrategy: String, CaseIterable, Hashable, Sendable {
    case auto, disabled
  }

  /// Which of the file's registries the entry may use.
  package enum RegistrySelection: Hashable, Sendable {
    case none, all
    /// Keys of the file's `registries`.
    case named([String])
  }

  /// Where the entry stands.
  package var location = Location(file: "", line: 1, column: 1)
  /// Nil in the operator's `defaults`: every ecosystem.
  package var ecosystem: EcosystemName?
  /// At least one.
  package var directories: [DirectoryPattern] = []
  /// Relative to each of `directories` that is no pattern, and to the root.
  package var excludePaths: [PathPattern] = []
  /// For `serve`, where that of a multi-ecosystem group wins; `run` does at once what is asked.
  package var schedule = Schedule()
  /// Empty: every direct dependency.
  package var allow: [AllowRule] = []
  /// One rule that fits is enough to keep a release away.
  package var ignore: [IgnoreRule] = []
  /// In the order of the file.
  package var groups: [GroupRule] = []
  /// The name of a group of the same file; nil: pull requests of its own.
  package var multiEcosystemGroup: String?
  /// What of the entry goes into its multi-ecosystem group.
  package var multiEcosystemPatterns: [NamePattern] = []
  /// Three days for everything unless said otherwise; the operator may lengthen it.
  package var cooldown = Cooldown()
  /// `auto` unless said otherwise: a project with a lock raises its requirements, Swift does not.
  package var versioningStrategy = VersioningStrategy.auto
  /// Open pull requests of version updates at a time; 0 turns them off.
  package var openPullRequestsLimit = 5
  /// Nil: the repository's default branch.
  package var targetBranch: String?
  /// Nothing said: titles follow the repository's own history.
  package var commitMessage = CommitMessageStyle()
  /// Nil: `dependencies` is set; empty: none.
  package var labels: [String]?
  /// Logins; whom the forge cannot assign it passes over.
  package var assignees: [String] = []
  /// Without effect, as with Dependabot since 2025: a CODEOWNERS file does it.
  package var reviewers: [String] = []
  /// The number at the end of its URL; nil: none.
  package var milestone: Int?
  /// `/` between the parts unless said otherwise: `martlet/npm/lodash`.
  package var branchName = BranchNameStyle()
  /// `disabled`: a base that moves leaves the pull request as it is.
  package var rebaseStrategy = RebaseStrategy.auto
  /// Those of the file's `registries` whose credentials it may use, of the operator's file.
  package var registries = RegistrySelection.none
  /// Nil: nothing merges by itself.
  package var automerge: Automerge?
  /// An hour, for the checks that the branch requires, unless said otherwise.
  package var ci = CISettings()
  /// What keeps the whole entry from being used.
  package var refusal: Finding?
  var wantsVendor = false

  /// Starts from Dependabot's defaults.
  package init() {}
}

extension UpdateEntry {
  /// Whether the entry is for a project: its ecosystem, its directory, and not left out.
  package func covers(_ project: Project) -> Bool {
    if let ecosystem, ecosystem != project.ecosystem { return false }
    return directories.contains { $0.matches(project.directory) } && !excludes(project)
  }

  private func excludes(_ project: Project) -> Bool {
    excludePaths.contains { pattern in
      bases(of: project).contains { pattern.matches(relative(project.manifest, to: $0)) }
    }
  }

  /// The directories that `exclude-paths` are relative to.
  private func bases(of project: Project) -> [String] {
    ["/"] + directories.filter { $0.isLiteral }.map(\.text)
  }

  private func relative(_ path: String, to base: String) -> String {
    let prefix = base == "/" ? "" : String(base.dropFirst()) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.utf8.count)) : path
  }
}
