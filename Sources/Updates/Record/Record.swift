import Advisories
import Configuration
import Ecosystem
import Forges
import Logging
import Store

extension RepositoryPass {
  /// Remembers what the next pass can build on.
  func record(_ base: Base) async throws {
    guard !isDry else { return }
    let name = base.repository.description
    let known = try await world.store.repository(name, forge: forge.name)
    // A doubt that arose while the pass ran is for the next one.
    let isDoubted = known?.confirmedAt == 0 && !base.wasDoubted
    try await world.store.save(
      RepositoryRecord(
        forge: forge.name, name: name, identifier: base.identifier,
        defaultBranch: base.defaultBranch, confirmedAt: isDoubted ? 0 : base.confirmedAt,
        branchMark: base.branchMark, visitedAt: world.now()))
  }

  /// Remembers what was seen of a branch, for the people who look at the pages.
  func record(
    _ reports: [DependencyReport], after surveys: [Survey], of sites: [Site], _ checkout: Checkout
  ) async throws {
    guard !isDry else { return }
    let now = world.now()
    let repository = checkout.base.repository.description
    let known = try await world.store.observations(of: repository, forge: forge.name)
    let observations = reports.map { report in
      let survey = surveys.first {
        $0.site.project == report.project && $0.site.claims(report.dependency)
      }
      return Observation(report, on: checkout.branch, now: now).keeping(known)
        .warning(of: report.dependency, survey, known)
    }
    try await world.store.observe(
      observations, manifests: Set(sites.map(\.project.manifest)), on: checkout.branch,
      of: repository, forge: forge.name)
    let events = reports.compactMap { Event($0, now: now) }
    try await world.store.note(events, of: repository, forge: forge.name)
  }

  /// Remembers how the pass went; that the state is full or locked must not undo it.
  func record(_ report: RepositoryReport, since start: Int64) async {
    guard !isDry else { return }
    let now = world.now()
    do {
      try await world.store.finishPass(
        over: report.repository, forge: report.forge, seconds: now - start,
        problems: report.problems.map(\.line), now: now)
      try await world.store.note(
        report.verdicts.flatMap { Event.all(of: $0, now: now) }, of: report.repository,
        forge: report.forge)
    } catch {
      world.log.warning(
        "the state does not take how the pass went",
        ["repository": report.repository, "error": "\(error)"])
    }
  }
}

extension Observation {
  /// What a report says of a dependency.
  fileprivate init(_ report: DependencyReport, on branch: String, now: Int64) {
    let dependency = report.dependency
    let words =
      if let held = report.held, held != report.state {
        "\(report.state); \(held)"
      } else {
        "\(report.state)"
      }
    self.init(
      branch: branch, manifest: report.project.manifest, name: dependency.name,
      ecosystem: report.project.ecosystem.rawValue, directory: report.project.directory,
      kind: dependency.kind.rawValue, purpose: dependency.group.rawValue,
      requirement: dependency.requirement, current: dependency.current,
      latest: report.state.version ?? report.held?.version, state: report.state.word,
      words: words, number: report.state.number, seenAt: now)
  }

  /// Keeps the newer version that an earlier pass knew where this one could find out nothing, and
  /// says since when that is all that is known.
  fileprivate func keeping(_ known: [Observation]) -> Observation {
    let before = known.first { known in
      known.branch == branch && known.manifest == manifest && known.name == name
    }
    guard state == "problem", latest == nil, let before, before.current == current,
      let newer = before.latest, newer != current
    else { return self }
    var result = self
    result.latest = newer
    result.number = before.number
    result.seenAt = before.seenAt
    result.words += "; \(newer) is what was known on \(day(before.seenAt))"
    return result
  }
}

extension Observation {
  /// Adds what hits the dependency; where the source of advisories was silent, what was known of the
  /// same version counts on.
  fileprivate func warning(
    of dependency: Dependency, _ survey: Survey?, _ known: [Observation]
  ) -> Observation {
    var result = self
    let outlook = survey?.outlooks.first { $0.dependency.name == dependency.name }
    let alerts = outlook?.alerts ?? []
    result.advisories = alerts.map(\.observed)
    result.fix = alerts.isEmpty ? nil : outlook?.lowestFix
    // What mends another copy may be older than the current one.
    let isOfCopy = !alerts.isEmpty && !alerts.contains { $0.hits.contains(current ?? "") }
    if isOfCopy, let outlook, outlook.unfixed != nil || outlook.purpose == .securityUpdates {
      result.latest = outlook.latest == current ? nil : outlook.latest
    }
    if let site = survey?.site, site.entry.policy.fixes != nil, !dependency.versions.isEmpty {
      result.advised = dependency.advised(in: site.ecosystem.description)?.name
      result.versions = result.advised == nil ? [] : dependency.versions
    }
    let before = known.first {
      $0.branch == branch && $0.manifest == manifest && $0.name == name && $0.current == current
    }
    if alerts.isEmpty, survey?.notice != nil, let before {
      result.advisories = before.advisories
      result.fix = before.fix
    }
    return result
  }
}

extension Event {
  /// What a pass did to a pull request; nil where it did nothing.
  fileprivate init?(_ report: DependencyReport, now: Int64) {
    switch report.state {
    case .opened(let number, _), .updated(let number, _), .closed(let number, _):
      self.init(number: number, at: now, kind: report.state.word, words: "\(report.state)")
    default: return nil
    }
  }

  /// What continuous integration says, and how far the merge is.
  fileprivate static func all(of record: VerdictRecord, now: Int64) -> [Event] {
    let red = record.checks.filter { $0.state != "success" }.map { "\($0.name) (\($0.state))" }
    let list = red.isEmpty ? "" : ": " + red.joined(separator: ", ")
    let verdict = Event(
      number: record.number, at: now, kind: "verdict",
      words: "\(record.verdict.rawValue) at \(record.head.prefix(8))\(list)")
    guard record.merging != .unwanted else { return [verdict] }
    let note = record.mergingNote.isEmpty ? "" : ": " + record.mergingNote
    return [
      verdict,
      Event(
        number: record.number, at: now, kind: "merge", words: record.merging.rawValue + note),
    ]
  }
}

extension Problem {
  /// All of it that fits into a line.
  fileprivate var line: String {
    let place = location.map { "\($0): " } ?? ""
    let what = subject.map { "\($0): " } ?? ""
    return (place + what + message).replacing("\n", with: " ")
  }
}
