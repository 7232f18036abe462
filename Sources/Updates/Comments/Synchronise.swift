import Forges
import Logging
import Store
import Time

extension CommandHandler {
  /// Updates a record after a person closed, merged or reopened the pull request.
  ///
  /// The list of activities can lag behind, so the pull request itself is read before the record
  /// changes.
  func synchronise(
    _ record: PullRequestRecord, with activity: Activity
  ) async throws -> PullRequestRecord {
    guard activity.isOpen != (record.state == .open), record.state != .merged else { return record }
    let current = try await read(record.number)
    guard (current?.state == .open) != (record.state == .open) else { return record }
    var record = record
    switch current?.state {
    case .open: try await reopen(&record)
    case nil: try await closer.end(&record, as: .declined, branchAt: nil)
    case .merged, .closed:
      if let current { try await closer.saveEnd(of: &record, current) }
    }
    pass.world.log.info(
      "a person changed a pull request",
      ["pull-request": "\(record.number)", "state": record.state.rawValue])
    return record
  }

  /// Forgets what a closed pull request declined if a person has reopened it, and its key has another
  /// one by now.
  func synchronise(_ declined: DeclinedVersions) async throws -> DeclinedVersions? {
    guard try await read(declined.number)?.state == .open else { return declined }
    var nothing = declined
    nothing.versions = [:]
    try await store.save(nothing)
    return nil
  }

  /// Reopens a record and undoes the ignore commands on the pull request.
  private func reopen(_ record: inout PullRequestRecord) async throws {
    record.state = .open
    // Makes the publishing stage compare everything.
    record.digest = ""
    record.updatedAt = pass.world.now()
    for ignore in try await store.ignores(of: id)
    where ignore.number == record.number {
      try await store.remove(ignore)
    }
    try await store.save(record)
  }

  private func read(_ number: Int) async throws(ForgeError) -> PullRequest? {
    do throws(ForgeError) {
      return try await forge.pullRequest(number, in: repository)
    } catch {
      guard error.code == .notFound else { throw error }
      // Pull requests cannot be deleted, so this may be another repository of the same name.
      await pass.confirmInNextPass(repository)
      return nil
    }
  }
}
