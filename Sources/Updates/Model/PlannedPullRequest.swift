import Configuration
import Ecosystem
import Store

/// Updates that share a pull request.
package struct PlannedPullRequest: Sendable {
  /// The key of the pull request.
  package var key: UpdateKey
  /// The group in the configuration file; nil for a single dependency.
  package var group: String?
  /// In the order of the projects; never empty.
  package var members: [PlannedUpdate]
  /// Lines of Markdown about why it has these members.
  package var remarks: [String] = []
  /// The search for the packages of one update that make its checks fail; nil without a request.
  var bisection: SplitRecord?

  /// Plans a pull request.
  package init(key: UpdateKey, group: String?, members: [PlannedUpdate]) {
    self.key = key
    self.group = group
    self.members = members
  }

  /// Whether the members are version updates or security updates; the same for all of them.
  var purpose: GroupRule.Purpose { members.first?.candidateSet.purpose ?? .versionUpdates }
}

/// A dependency of a project that a pull request updates to one of its candidates.
package struct PlannedUpdate: Sendable {
  /// The state of the dependency's project.
  package var state: ProjectState
  /// Has at least one candidate.
  package var candidateSet: CandidateSet

  /// Plans an update of a dependency of a project.
  package init(of state: ProjectState, _ candidateSet: CandidateSet) {
    self.state = state
    self.candidateSet = candidateSet
  }

  /// The identity of the dependency in its project.
  var id: String { candidateSet.dependency.id }
  /// The dependency's project.
  var project: Project { state.project }
  /// The rules that concern the update to the best candidate.
  var applied: AppliedRules {
    guard candidateSet.successor == nil else { return state.entry.rules.applied(to: candidateSet) }
    return state.entry.rules.applied(
      to: candidateSet.dependency, candidateSet.candidates.first, candidateSet.facts)
  }
  /// The order among new pull requests; higher ones are opened first.
  var priority: Int { applied.setting(\.priority).value ?? 0 }
  /// When the pull request is opened.
  var opening: OpeningMode { applied.setting(\.opening).value ?? state.entry.opening }
  /// How the requirement is edited.
  var strategy: VersioningStrategy {
    applied.setting(\.strategy).value ?? state.entry.policy.strategy
  }
  /// The version of the best candidate, after the name of a successor.
  var newestVersion: String {
    let version = candidateSet.candidates.first?.version ?? ""
    return candidateSet.successor.map { "\($0) \(version)" } ?? version
  }
  /// The name in the record of the pull request.
  var recordedName: String { candidateSet.successor ?? id }
}

extension RuleBook {
  /// Returns the rules that concern the replacement of a dependency, by either name.
  ///
  /// Conditions about a new version or a step can't be decided.
  fileprivate func applied(to replaced: CandidateSet) -> AppliedRules {
    guard !rules.isEmpty else { return AppliedRules() }
    var subject = subject(replaced.dependency, nil, replaced.facts)
    subject.names += [replaced.successor].compactMap(\.self)
    return AppliedRules(rules, to: subject, satisfies: satisfies)
  }
}
