import Ecosystem
import Forges
import Logging
import Store
import Time

extension RepositoryPass {
  /// Updates the records of our pull requests to their states on the forge and executes the commands
  /// in comments.
  ///
  /// Costs one conditional request if the repository has pull requests of ours, else none. Only
  /// changed pull requests are read.
  ///
  /// - Returns: the requests of comments for later stages.
  /// - Throws: `ForgeError` or `DatabaseError`; the next pass processes the remaining comments.
  func processComments(on base: Base) async throws -> RequestedActions {
    let (store, repository) = (world.store, forge.id(of: base.repository))
    let ignores = try await store.ignores(of: repository)
    let records = try await store.pullRequests(of: repository)
    let declined = try await store.declinedVersions(of: repository)
    let hasPullRequests =
      !declined.isEmpty || records.contains { $0.state == .open || $0.state == .declined }
    guard !isDry, hasPullRequests || !ignores.isEmpty else {
      return RequestedActions(ignores: ignores)
    }
    if base.isUnchanged {
      return RequestedActions(
        ignores: ignores, rebuilds: try await store.rebuildRequests(of: repository))
    }
    let since = try await activityStart(of: repository, records)
    let activities = try await forge.activity(
      since: since, in: base.repository)
    try await process(activities, CommentThread.all(of: records, ignores, declined), base)
    try await store.saveActivityMark(
      nextStart(after: since, activities), of: repository)
    try await declineDeletedBranches(of: base)
    return RequestedActions(
      ignores: try await store.ignores(of: repository),
      rebuilds: try await store.rebuildRequests(of: repository))
  }

  private func process(
    _ activities: [Activity], _ threads: [Int: CommentThread], _ base: Base
  ) async throws {
    let (store, repository) = (world.store, forge.id(of: base.repository))
    let processed = try await store.conversations(of: repository)
    let handler = CommandHandler(pass: self, repository: base.repository)
    for activity in activities.sorted(by: { $0.number < $1.number }) {
      guard let thread = threads[activity.number],
        processed[activity.number] != activity.point || activity.contradicts(thread)
      else { continue }
      try await handler.process(thread, activity)
      guard activity.isSettled(now: world.now()) else { continue }
      try await store.save(activity.point, of: repository)
    }
    try await handler.dropStaleRequests()
  }

  /// The start of the requested activity.
  ///
  /// At first a day before the oldest record, for forges that don't report when pull requests were
  /// opened.
  private func activityStart(of repository: RepositoryID, _ records: [PullRequestRecord])
    async throws
    -> Timestamp
  {
    let saved = try await world.store.activityMark(of: repository)
    return saved ?? (records.map(\.updatedAt).min() ?? world.now()) - .days(1)
  }

  /// The start for the next pass.
  ///
  /// It only changes if the response gets long, because only an unchanged request can be answered
  /// with "not modified". It overlaps with this pass: a change of the same second, or one that the
  /// host lists late, would be left out otherwise.
  private func nextStart(after since: Timestamp, _ activities: [Activity]) -> Timestamp {
    guard activities.count > 50, let last = activities.map(\.updatedAt).max() else { return since }
    return max(since, last - .seconds(60))
  }
}

extension StateStore {
  /// Sets the start of the requested activity to a day before the first pull request was opened, unless
  /// it is set.
  ///
  /// The time is by the forge's clock, which may differ from ours.
  func startActivity(at opened: Timestamp?, of repository: RepositoryID) async throws {
    guard let opened, try await activityMark(of: repository) == nil else { return }
    try await saveActivityMark(opened - .days(1), of: repository)
  }
}

extension Activity {
  /// Whether the state isn't that of the record: closed, merged or opened again since.
  ///
  /// The time can be the same as before: hosts have times in seconds, and not every one has a date for
  /// a reopening.
  fileprivate func contradicts(_ thread: CommentThread) -> Bool {
    guard let record = thread.record else { return isOpen && thread.declined != nil }
    return record.state != .merged && isOpen != (record.state == .open)
  }

  /// Whether each later change shows in the number of comments or in the time.
  ///
  /// Without the number, a second comment of the same second doesn't.
  fileprivate func isSettled(now: Timestamp) -> Bool {
    comments != nil || now - updatedAt >= .seconds(60)
  }

  /// The record of the processed comments.
  fileprivate var point: ConversationRecord {
    ConversationRecord(number: number, comments: comments ?? -1, updatedAt: updatedAt)
  }
}
