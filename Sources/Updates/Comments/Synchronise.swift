import Forges
import Logging
import Store

extension CommandHandler {
  /// Takes over what a person did to a pull request: closed, merged or opened it again.
  ///
  /// The overview may lag behind, so the pull request itself is asked before anything changes.
  func synchronise(
    _ record: PullRequestRecord, with activity: Activity
  ) async throws -> PullRequestRecord {
    guard activity.isOpen != (record.state == .open), record.state != .merged else { return record }
    let present = try await present(record.number)
    guard (present?.state == .open) != (record.state == .open) else { return record }
    var record = record
    record.updatedAt = pass.world.now()
    switch present?.state {
    case .open: try await reopen(&record)
    case .merged: record.state = .merged
    case .closed, nil:
      let closer = try await closer(of: record.number)
      record.state = closer == pass.identity.login ? .closed : .declined
    }
    // Ours alone: what somebody else has pushed stays.
    if record.state != .open, let head = present?.headSHA, head == record.head {
      _ = try await forge.deleteBranch(record.branch, at: head, in: repository)
    }
    try await store.save(record)
    pass.world.log.info(
      "people changed a pull request",
      ["pull-request": "\(record.number)", "state": record.state.rawValue])
    return record
  }

  /// Who opens a pull request again wants it, whatever was ignored there.
  private func reopen(_ record: inout PullRequestRecord) async throws {
    record.state = .open
    // So that the publishing stage compares everything.
    record.digest = ""
    let name = repository.description
    for ignore in try await store.ignores(of: name, forge: forge.name)
    where ignore.number == record.number {
      try await store.remove(ignore)
    }
  }

  private func present(_ number: Int) async throws(ForgeError) -> PullRequest? {
    do throws(ForgeError) {
      return try await forge.pullRequest(number, in: repository)
    } catch {
      guard error.code == .notFound else { throw error }
      // No pull request ever vanishes from where it was: this may be another repository.
      await pass.doubt(repository)
      return nil
    }
  }

  /// Who closed it; nil also where nothing is left of it.
  private func closer(of number: Int) async throws(ForgeError) -> String? {
    do throws(ForgeError) {
      return try await forge.closings?.closer(of: number, in: repository)?.login
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }
}
