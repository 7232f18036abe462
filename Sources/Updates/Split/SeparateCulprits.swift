import Configuration
import Ecosystem
import Forges
import Languages
import Store

extension RepositoryPass {
  /// Takes updates that make the checks of their group fail out of the groups of a plan.
  func separateCulprits(in analysis: inout BranchAnalysis, of base: Base) async throws {
    let splits = try await world.store.splits(of: forge.id(of: base.repository))
    analysis.mended = try await mendedFindings(of: splits, in: analysis, base)
    analysis.plan.separateCulprits(splits, mended: analysis.mended, in: world.language)
    guard splits.contains(where: { !$0.obstacle.isEmpty }) else { return }
    let records = try await records(of: base.repository)
    let verdicts = try await world.store.verdicts(of: forge.id(of: base.repository))
    analysis.plan.explainGivenUp(splits, records, verdicts, in: world.language)
  }

  /// Finds the findings that have newer versions, and whose open pull requests people continued.
  ///
  /// One request for each of them.
  private func mendedFindings(
    of splits: [SplitRecord], in analysis: BranchAnalysis, _ base: Base
  ) async throws -> Set<SplitFinding> {
    let outdated = splits.flatMap { record in
      record.findings.map { (key: record.key, finding: $0) }
    }.filter { known in
      analysis.plan.plannedPullRequests.contains { planned in
        planned.key.recordKey == known.key && planned.hasMembers(of: known.finding)
          && !planned.isOf(known.finding)
      }
    }
    guard !outdated.isEmpty else { return [] }
    let records = try await records(of: base.repository)
    let begun = Set(
      try await world.store.begunBranches(of: forge.id(of: base.repository)).map(\.branch))
    var mended: Set<SplitFinding> = []
    for (key, finding) in outdated {
      guard
        let planned = analysis.plan.plannedPullRequests.first(where: { $0.key.recordKey == key }),
        let open = records[planned.key(of: finding)], open.state == .open,
        !begun.contains(open.branch)
      else { continue }
      let current = try await forge.pullRequest(open.number, in: base.repository)
      if current.state == .open, current.headSHA != open.head { mended.insert(finding) }
    }
    return mended
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
  ///   - mended: the findings whose pull requests people continued: they stay apart although there are
  ///     newer versions.
  ///   - language: the language of the repository.
  mutating func separateCulprits(
    _ splits: [SplitRecord], mended: Set<SplitFinding> = [], in language: Language = .english
  ) {
    var result: [PlannedPullRequest] = []
    for planned in plannedPullRequests {
      guard let record = splits.first(where: { $0.key == planned.key.recordKey }),
        record.request != nil || planned.splitsOnFailure
      else {
        result.append(planned)
        continue
      }
      if planned.isOneUpdate, !planned.isRest(of: record.findings, mended) {
        var planned = planned
        planned.bisection = record
        result.append(planned)
      } else {
        result += planned.separating(record.findings, mended, in: language)
      }
    }
    plannedPullRequests = result
  }

  /// Adds the reasons why searches were given up to the pull requests of their groups.
  ///
  /// The pull request of one update has the reason from `SplitRecord.remarks`.
  ///
  /// - Parameters:
  ///   - splits: the searches of the repository.
  ///   - records: its pull requests.
  ///   - verdicts: the results of their checks.
  ///   - language: the language of the repository.
  mutating func explainGivenUp(
    _ splits: [SplitRecord], _ records: [UpdateKey: PullRequestRecord],
    _ verdicts: [VerdictRecord], in language: Language
  ) {
    for index in plannedPullRequests.indices {
      let planned = plannedPullRequests[index]
      let key = planned.key.recordKey
      guard planned.bisection == nil, let record = splits.first(where: { $0.key == key }),
        record.request != nil || planned.splitsOnFailure, let open = records[planned.key],
        let reason = record.reasonGivenUp(at: open, verdicts.first { $0.key == key })
      else { continue }
      let own = planned.members.first?.state.entry.language ?? language
      plannedPullRequests[index].remarks.append(record.remark(givenUp: reason, in: own))
    }
  }
}

extension PlannedPullRequest {
  /// Returns the group without the updates of findings, and a pull request for each finding.
  fileprivate func separating(
    _ findings: [SplitFinding], _ mended: Set<SplitFinding>, in language: Language
  ) -> [PlannedPullRequest] {
    var group = self
    let language = members.first?.state.entry.language ?? language
    var separated: [PlannedPullRequest] = []
    for finding in findings
    where isOf(finding) || mended.contains(finding) && hasMembers(of: finding) {
      let culprits = group.members.filter { finding.versions[id(of: $0)] != nil }
      guard culprits.count == finding.versions.count else { continue }
      group.members.removeAll { finding.versions[id(of: $0)] != nil }
      group.remarks.append(finding.remark(inGroup: group.group ?? "", in: language))
      var own = PlannedPullRequest(
        key: key(of: finding), group: self.group,
        members: mended.contains(finding) ? culprits.map(\.waitingForPeople) : culprits)
      if case .dependency = own.key.subject { own.group = nil }
      own.remarks = finding.remarks(of: self.group ?? "", in: language)
      separated.append(own)
    }
    // Once the rest is merged, only the pull requests of the findings are left.
    return (group.members.isEmpty ? [] : [group]) + separated
  }

  /// Whether the only updates that are left in a group were taken out of it.
  fileprivate func isRest(of findings: [SplitFinding], _ mended: Set<SplitFinding>) -> Bool {
    guard case .group = key.subject else { return false }
    return findings.contains { isOf($0) || mended.contains($0) && hasMembers(of: $0) }
  }

  /// The key of the pull request for a finding.
  fileprivate func key(of finding: SplitFinding) -> UpdateKey {
    let culprits = members.filter { finding.versions[id(of: $0)] != nil }
    var key = key
    key.subject = finding.subject(of: culprits, group: group ?? "")
    return key
  }

  /// Whether all dependencies of a finding have updates, at whatever version.
  fileprivate func hasMembers(of finding: SplitFinding) -> Bool {
    let ids = Set(members.map(id(of:)))
    return finding.versions.keys.allSatisfy(ids.contains)
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
  /// Returns the findings of a search in a group that is still split and whose versions are still
  /// proposed.
  func current(
    of record: SplitRecord, _ mended: Set<SplitFinding>, _ checkout: Checkout
  ) -> [SplitFinding] {
    guard let key = UpdateKey(record.key, of: record.repository),
      record.request != nil || checkout.splits(key)
    else { return [] }
    let planned = plannedPullRequests.filter {
      $0.key.scope == key.scope && $0.key.base == key.base && $0.key.step == key.step
    }
    return record.findings.filter { finding in
      mended.contains(finding) || planned.contains { $0.isOf(finding) }
    }
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

extension PlannedUpdate {
  /// The same, with the reason why its newest version isn't in the pull request that people continued.
  fileprivate var waitingForPeople: PlannedUpdate {
    var member = self
    member.candidateSet.held = .waiting(
      version: newestVersion, reason: "its pull request has commits by others")
    return member
  }
}
