import Ecosystem
import Forges
import Store

extension Update {
  /// What identifies the contents of the proposed versions, by ecosystem, directory, package and
  /// version, in the format of the state.
  var pins: [SavedPin] {
    var values: [String: Set<String>] = [:]
    for part in parts {
      for identity in part.identities {
        let subject = SavedPin.subject(of: identity, in: part.project)
        values[subject, default: []].insert(identity.value)
      }
    }
    return values.sorted { $0.key < $1.key }.map { subject, values in
      SavedPin(subject: subject, value: values.sorted().joined(separator: " "))
    }
  }
}

extension Update {
  /// Notes that contents changed; requirements that name them are those of the branch, which stays.
  mutating func note(_ changed: [ChangedContent]) {
    changedContents = changed
    for index in parts.indices {
      parts[index].change.requirements = parts[index].requirements.map { edit in
        var edit = edit
        for one in changed { edit.after = edit.after.replacing(one.after, with: one.before) }
        return edit
      }
    }
  }
}

extension SavedPin {
  fileprivate static func subject(of identity: ContentIdentity, in project: Project) -> String {
    "\(project.ecosystem) \(project.directory) \(identity.package) \(identity.version)"
  }

  /// The package and the version, as people read them.
  private var shown: String {
    subject.split(separator: " ", maxSplits: 2).last.map(String.init) ?? subject
  }

  /// Compares with what a pass found; nil if it found the same, or nothing.
  fileprivate func change(among found: [String: String]) -> ChangedContent? {
    guard let value = found[subject], value != self.value else { return nil }
    return ChangedContent(subject: shown, before: self.value, after: value)
  }
}

extension PullRequestRecord {
  /// The record with what a pass found for the versions that it proposed.
  func comparing(_ update: Update) -> PullRequestRecord {
    let found = Dictionary(update.pins.map { ($0.subject, $0.value) }) { first, _ in first }
    var record = self
    for index in pins.indices { record.pins[index].later = pins[index].change(among: found)?.after }
    return record
  }

  /// The versions that have other contents than the pull request was opened with.
  var changedContents: [ChangedContent] {
    pins.compactMap { pin in pin.change(among: pin.later.map { [pin.subject: $0] } ?? [:]) }
  }
}

extension ProposalPublisher {
  /// Keeps an open pull request as it is, because the content of a version changed after it was
  /// opened, and says so on it.
  ///
  /// - Parameters:
  ///   - record: the record with the present values.
  ///   - requests: the requests for a rebuild; they don't accept the new content.
  /// - Returns: the state for the report.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func holdBack(
    _ record: PullRequestRecord, _ requests: [RebuildRequest]
  ) async throws -> UpdateState {
    let state = heldBack(record)
    try await answer(requests, state, proposal)
    guard record != self.record else { return state }
    let current = try await forge.pullRequest(record.number, in: repository)
    guard current.state == .open else { return state }
    try await disableAutoMerge(of: current, proposal.update.key, in: repository)
    var noted = proposal
    noted.update.note(record.changedContents)
    let body = await world.annotated(noted, on: forge).body
    if body != current.body {
      _ = try await forge.update(record.number, PullRequestEdit(body: body), in: repository)
    }
    try await store.save(record, noting: [.moved(of: record, now: world.now())])
    return state
  }

  /// What the report says about a pull request that is kept as it is.
  func heldBack(_ record: PullRequestRecord) -> UpdateState {
    .heldBack(
      version: proposal.update.version,
      reason: record.changedContents.reason(on: forge.kind.text.reference(record.number)))
  }
}

extension [ChangedContent] {
  /// The reason for the report, which continues "it …".
  fileprivate func reason(on reference: String) -> String {
    let list = map { "\($0.subject) was \($0.before) and is \($0.after)" }
    return "has other contents than \(reference) was opened with: "
      + "\(list.joined(separator: "; ")). `@martlet recreate` on \(reference) accepts them"
  }
}
