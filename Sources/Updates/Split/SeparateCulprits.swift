import Configuration
import Ecosystem
import Forges
import Languages
import Store

extension RepositoryPass {
  /// Takes updates that make the checks of their group fail out of the groups of a plan.
  func separateCulprits(in analysis: inout BranchAnalysis, of base: Base) async throws {
    analysis.plan.separateCulprits(
      try await world.store.splits(of: forge.id(of: base.repository)), in: world.language)
  }
}

extension Plan {
  /// Gives updates that make the checks of their group fail a pull request of their own.
  ///
  /// Updates that fail only together stay together. A newer version of one of them ends that: the
  /// group takes all of them back.
  ///
  /// - Parameters:
  ///   - splits: the searches of the repository, with their findings.
  ///   - language: the language of the repository.
  mutating func separateCulprits(_ splits: [SplitRecord], in language: Language = .english) {
    var result: [PlannedPullRequest] = []
    for planned in plannedPullRequests {
      guard let record = splits.first(where: { $0.key == planned.key.recordKey }),
        record.request != nil || planned.splitsOnFailure
      else {
        result.append(planned)
        continue
      }
      if planned.isOneUpdate, !planned.isRest(of: record.findings) {
        var planned = planned
        planned.bisection = record
        result.append(planned)
      } else {
        result += planned.separating(record.findings, in: language)
      }
    }
    plannedPullRequests = result
  }
}

extension PlannedPullRequest {
  /// Returns the group without the updates of findings, and a pull request for each finding.
  fileprivate func separating(
    _ findings: [SplitFinding], in language: Language
  ) -> [PlannedPullRequest] {
    var group = self
    let language = members.first?.state.entry.language ?? language
    var separated: [PlannedPullRequest] = []
    for finding in findings where isOf(finding) {
      let culprits = group.members.filter { finding.versions[id(of: $0)] != nil }
      guard culprits.count == finding.versions.count else { continue }
      group.members.removeAll { finding.versions[id(of: $0)] != nil }
      group.remarks.append(finding.remark(inGroup: group.group ?? "", in: language))
      var own = PlannedPullRequest(key: key, group: self.group, members: culprits)
      own.key.subject = finding.subject(of: culprits, group: self.group ?? "")
      if case .dependency = own.key.subject { own.group = nil }
      own.remarks = finding.remarks(of: self.group ?? "", in: language)
      separated.append(own)
    }
    // Once the rest is merged, only the pull requests of the findings are left.
    return (group.members.isEmpty ? [] : [group]) + separated
  }

  /// Whether the only updates that are left in a group were taken out of it.
  fileprivate func isRest(of findings: [SplitFinding]) -> Bool {
    guard case .group = key.subject else { return false }
    return findings.contains(where: isOf)
  }

  /// Whether the plan still proposes exactly the versions of a finding.
  fileprivate func isOf(_ finding: SplitFinding) -> Bool {
    let versions = Dictionary(members.map { (id(of: $0), $0.newestVersion) }) { first, _ in first }
    return finding.versions.allSatisfy { versions[$0.key] == $0.value }
  }

  /// The identity of a member in records.
  func id(of member: PlannedUpdate) -> String {
    DependencyKey(member.id, of: member.project, in: key.scope).description
  }

  /// Whether the updates that make its checks fail are searched.
  var splitsOnFailure: Bool {
    guard case .group(let name) = key.subject else { return false }
    return members.contains { $0.state.entry.splits(name) }
  }
}

extension Plan {
  /// Returns the findings of a group whose versions are still proposed.
  func current(_ findings: [SplitFinding], ofGroup key: UpdateKey) -> [SplitFinding] {
    let planned = plannedPullRequests.filter {
      $0.key.scope == key.scope && $0.key.base == key.base && $0.key.step == key.step
    }
    return findings.filter { finding in planned.contains { $0.isOf(finding) } }
  }
}

extension Checkout {
  /// Whether a pull request is that of a group that is split if its checks fail.
  func splits(_ record: PullRequestRecord) -> Bool {
    UpdateKey(record).map { splits($0) } ?? false
  }

  /// Whether a key is that of a group that is split if its checks fail.
  func splits(_ key: UpdateKey) -> Bool {
    guard case .group(let name) = key.subject else { return false }
    return entries.owners(of: key).contains { $0.splits(name) }
  }
}

extension Entry {
  /// Whether a group is split if its checks fail.
  func splits(_ group: String) -> Bool {
    groups.contains { $0.name == group && $0.onFailure == .split }
      || multiGroup.map { $0.name == group && $0.onFailure == .split } ?? false
  }
}

extension SplitFinding {
  /// The subject of the pull request: the dependency, or the set of them.
  fileprivate func subject(of culprits: [PlannedUpdate], group: String) -> UpdateKey.Subject {
    let names = Set(culprits.map(\.id))
    guard names.count == 1, let name = names.first else {
      return .group("\(group)-failing-\(names.sorted().first ?? "")")
    }
    return .dependency(name)
  }
}
