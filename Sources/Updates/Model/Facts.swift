import Store
import Time

extension Fact {
  /// Returns what people may want to know about a change of a pull request's verdict.
  ///
  /// A recovery is only stored after failed checks.
  ///
  /// - Parameters:
  ///   - known: the verdict of the last pass; nil before the first one of the pull request.
  ///   - status: the verdict now.
  ///   - record: the pull request.
  ///   - now: the current time.
  /// - Returns: facts; those of an earlier pass are not stored again.
  static func changes(
    from known: VerdictRecord?, to status: VerdictRecord, of record: PullRequestRecord,
    now: Timestamp
  ) -> [Fact] {
    guard record.state == .open else { return [] }
    let before = known?.number == status.number ? known : nil
    let isKnown = before?.head == status.head && before?.verdict == status.verdict
    let subject = "\(status.number) \(status.head)"
    var facts: [Fact] = []
    if VerdictRecord.Kind.red.contains(status.verdict), !isKnown {
      facts.append(
        Fact(
          .red, subject, at: now, number: status.number,
          summary: "\(status.redChecks) (\(record.versionList))"))
    }
    if status.verdict == .passed, !isKnown {
      facts.append(
        Fact(
          .recovered, subject, at: now, number: status.number,
          summary: "checks pass again (\(record.versionList))"))
    }
    if let reason = status.reasonToWait, reason != before?.reasonToWait {
      facts.append(
        Fact(
          .waiting, "\(status.number)", at: now, number: status.number,
          summary: "\(reason) (\(record.versionList))"))
    }
    return facts
  }

  /// Returns the fact that a pull request was merged.
  static func merge(of record: PullRequestRecord, now: Timestamp) -> Fact {
    Fact(
      .merged, "\(record.number)", at: now, number: record.number,
      summary: "merged (\(record.versionList))")
  }

  /// Returns the fact that versions of a pull request have other contents than it was opened with.
  static func moved(of record: PullRequestRecord, now: Timestamp) -> Fact {
    let moved = record.pins.filter { $0.later != nil }
    let names = moved.map { pin in
      pin.subject.split(separator: " ", maxSplits: 2).last.map(String.init) ?? pin.subject
    }
    let values = moved.map { "\($0.subject) \($0.later ?? "")" }
    return Fact(
      .moved, "\(record.number) \(values.joined(separator: " "))", at: now, number: record.number,
      summary: "the content of \(names.joined(separator: ", ")) changed after it was proposed")
  }

  /// Returns the fact that versions of a pull request have other origins than those before.
  static func origin(about record: PullRequestRecord, now: Timestamp) -> Fact {
    let values = record.originWarnings.map { "\($0.subject): \($0.reason)" }
    return Fact(
      .origin, "\(record.number) \(values.joined(separator: " "))", at: now,
      number: record.number, summary: values.joined(separator: "; "))
  }

  /// Returns the advisories that a pass found and the last one didn't.
  ///
  /// - Parameters:
  ///   - observations: the dependencies now.
  ///   - before: the dependencies of the last pass.
  ///   - now: the current time.
  /// - Returns: a fact for each package and advisory.
  static func newAdvisories(
    in observations: [Observation], since before: [Observation], now: Timestamp
  ) -> [Fact] {
    let known = Set(before.flatMap(\.advisorySubjects))
    var facts: [String: Fact] = [:]
    for observation in observations {
      for (subject, advisory) in zip(observation.advisorySubjects, observation.advisories)
      where !known.contains(subject) && facts[subject] == nil {
        let severity = AdvisorySeverity(advisory.severity)
        let word = severity == .unknown ? "" : "\(severity.rawValue): "
        let title = advisory.summary.isEmpty ? "" : ": \(advisory.summary)"
        let fix = observation.fix.map { ", fixed in \($0)" } ?? ""
        facts[subject] = Fact(
          .security, subject, at: now, number: observation.number,
          summary: "\(word)\(observation.name) \(observation.current ?? "")\(fix): "
            + "\(advisory.id)\(title)", severity: severity)
      }
    }
    return facts.values.sorted { $0.subject < $1.subject }
  }
}

extension Observation {
  /// Identifies each advisory of the package in its repository, in the order of `advisories`.
  ///
  /// The same advisory for the package in several manifests, or for another affected version, is the
  /// same.
  fileprivate var advisorySubjects: [String] {
    advisories.map { "\(ecosystem) \(advised ?? name) \($0.id)" }
  }
}

extension PullRequestRecord {
  /// The proposed versions for one line: `left-pad 1.3.0, tern 2.0.0 and 3 more`.
  fileprivate var versionList: String {
    let names = versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let rest = names.count - Self.mostNames
    return names.prefix(Self.mostNames).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let mostNames = 2
}

extension VerdictRecord {
  /// What failed, for one line.
  fileprivate var redChecks: String {
    let names = checks.filter { $0.state != "success" }.map(\.name)
    let list = names.isEmpty ? "" : ": " + names.prefix(3).joined(separator: ", ")
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return (verdict == .timedOut ? "checks timed out" : "checks failed") + list + rest
  }

  /// What people have to do; nil if nothing waits for them.
  fileprivate var reasonToWait: String? {
    if !jobsToStart.isEmpty {
      return "a person has to start \(jobsToStart.prefix(3).joined(separator: ", "))"
    }
    guard verdict == .passed || verdict == VerdictRecord.Kind.none else { return nil }
    switch merging {
    case .unwanted: return "ready for review"
    case .stopped, .dropped: return mergingNote.isEmpty ? "not merged" : mergingNote
    // Other reasons end by themselves, and the checks are read again for them.
    case .waiting: return needsCheck || mergingNote.isEmpty ? nil : mergingNote
    case .queued, .behind, .handedOver, .merged: return nil
    }
  }
}
