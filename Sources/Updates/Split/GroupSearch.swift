import Configuration
import Crypto
import Ecosystem
import Store
import Time
import Versioning

/// The search in one group in a pass.
struct GroupSearch: Sendable {
  /// The group, without the updates of earlier findings.
  let planned: PlannedPullRequest
  /// Its open pull request.
  let pullRequest: PullRequestRecord
  let verdict: VerdictRecord?
  var record: SplitRecord
  /// What an update of one dependency or of a lock moves; nil in a group, whose updates are tried.
  var moved: MovedPackages?

  /// The planned versions of the updates in the pull request, or of the packages that one update
  /// moves, by their identities.
  var versions: [String: String] {
    if let moved { return moved.versions }
    let all = planned.members.map { (planned.id(of: $0), $0.newestVersion) }
    return Dictionary(all) { first, _ in first }.filter { pullRequest.versions[$0.key] != nil }
  }

  /// Whether the group has other updates than at the start of the search.
  var isOutdated: Bool { record.isSearching && record.versions != versions }

  /// Whether the pull request is as martlet left it, red, and wasn't given up at this commit.
  var mayBegin: Bool {
    guard let verdict, verdict.verdict == .failed, verdict.number == pullRequest.number,
      verdict.head == pullRequest.head, !pullRequest.head.isEmpty
    else { return false }
    let isGivenUp =
      record.head == pullRequest.head && !record.obstacle.isEmpty && record.isBaseRed != true
    let isWhole = moved != nil || versions.count == pullRequest.versions.count
    return versions.count > 1 && isWhole && !isGivenUp
  }

  /// The identities of the updates, larger steps first: they fail more often.
  var elements: [String] {
    let steps = Dictionary(
      planned.members.map { (planned.id(of: $0), $0.candidateSet.candidates.first?.step) }
    ) { first, _ in first }
    let rank = { (id: String) in
      switch steps[id] ?? nil {
      case .major: 0
      case .minor: 1
      case .patch: 3
      case nil: 2
      }
    }
    return record.versions.keys.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// What to do next.
  ///
  /// Packages that are released together are one element, so that they stay together.
  var step: DeltaDebugging.Step {
    let elements = elements
    let families = planned.families
    let units = elements.indices.compactMap { index -> [String]? in
      guard let family = families[elements[index]] else { return [elements[index]] }
      let all = elements.filter { families[$0] == family }
      return all.first == elements[index] ? all : nil
    }
    return DeltaDebugging.step(units, knowing: record.outcomes)
  }

  /// Whether several updates were tried together only, because they are of one family.
  func areFamily(_ members: [String]) -> Bool {
    let families = planned.families
    let own = Set(members.map { families[$0] ?? "" })
    return members.count > 1 && own.count == 1 && own != [""]
  }

  /// The branch of a part: that of the pull request, with a digest of the part.
  func branch(of set: [String]) -> String {
    let text = set.sorted().map { "\($0) \(record.versions[$0] ?? "")" }.joined(separator: "\n")
    return "\(pullRequest.branch)-try-\(Digest(.sha256, of: text).hexadecimal.prefix(8))"
  }

  /// The text of a draft pull request.
  ///
  /// - Parameter reference: names the pull request of the group: `#1`.
  /// - Returns: the text.
  func candidateText(reference: String) -> String {
    """
    A part of \(reference), whose checks fail: martlet tries smaller sets of its updates to \
    find those that make them fail. It closes this draft by itself. Please don't merge it.
    """
  }
}

extension PlannedPullRequest {
  /// The families of its members by their identities; each ecosystem has its own.
  fileprivate var families: [String: String] {
    let known = members.compactMap { member in
      member.candidateSet.family.map {
        (id(of: member), "\(member.project.ecosystem) \(member.project.directory) \($0)")
      }
    }
    return Dictionary(known) { first, _ in first }
  }

  /// Returns the pull request with some of its updates.
  func keeping(_ set: [String]) -> PlannedPullRequest {
    var part = self
    part.members = members.filter { set.contains(id(of: $0)) }
    part.remarks = []
    return part
  }
}

extension SplitTrial {
  /// Whether it is the trial of a set.
  func isOf(_ set: [String]) -> Bool { Set(members) == Set(set) }
}

extension SplitRecord {
  /// The known outcomes.
  var outcomes: [Set<String>: SplitOutcome] {
    let known = trials.compactMap { trial in trial.outcome.map { (Set(trial.members), $0) } }
    return Dictionary(known) { $1 }
  }

  /// Keeps a failing set as a finding; if it is the whole group, as the reason to give up.
  mutating func keep(_ members: [String], areFamily: Bool) {
    guard members.count < versions.count else {
      obstacle = "no smaller part of it fails that can be installed"
      return
    }
    findings.removeAll { !Set($0.versions.keys).isDisjoint(with: members) }
    var finding = SplitFinding(
      versions: versions.filter { members.contains($0.key) }, checks: checks, trials: trials)
    if areFamily { finding.isFamily = true }
    findings.append(finding)
  }
}

/// How many parts may still be judged in a repository.
struct SplitRoom: Sendable {
  private var atOnce: Int
  private var today: Int

  /// Counts the trials of all searches of the repository.
  init(_ records: [SplitRecord], _ settings: SplitSettings, now: Timestamp) {
    atOnce = settings.atOnce - records.flatMap(\.trials).count(where: \.isOpen)
    today = settings.perDay - records.flatMap(\.starts).count { $0 > now - .days(1) }
  }

  /// Whether the daily limit of parts is reached.
  var isUsedUp: Bool { today <= 0 }

  /// Reserves a trial; false if none may begin now.
  mutating func take(at now: Timestamp) -> Bool {
    guard atOnce > 0, today > 0 else { return false }
    (atOnce, today) = (atOnce - 1, today - 1)
    return true
  }
}

extension SplitRecord {
  /// Whether the pull request is moved to a commit of the base that isn't red.
  var isRebuilt: Bool { isBaseRed == true && obstacle.isEmpty }

  /// When to look again at a group whose search hasn't begun if no event arrives.
  func nextLook(after now: Timestamp) -> Timestamp {
    if isBaseRed == true { return now + .seconds(3_600) }
    return restart?.nextLook(after: now) ?? now + .seconds(300)
  }

  /// Whether something of an ended search may be left on the forge.
  var isLeftOver: Bool { !isSearching && trials.contains(where: \.isOnForge) }
}
