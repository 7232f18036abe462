import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Store

extension RepositoryPass {
  /// Learns what people did to our pull requests and what they ask for by comments.
  ///
  /// One conditional request where we have pull requests, none where we have none; only what
  /// changed is looked at.
  ///
  /// - Returns: what comments ask of the stages that follow.
  /// - Throws: `ForgeError` or `DatabaseError`; what was not heeded then is heeded by the next pass.
  func listen(_ base: Base) async throws -> RequestedActions {
    let (store, name) = (world.store, base.repository.description)
    let ignores = try await store.ignores(of: name, forge: forge.name)
    let records = try await store.pullRequests(of: name, forge: forge.name)
    let isConcerned = records.contains { $0.state == .open || $0.state == .declined }
    guard !isDry, isConcerned || !ignores.isEmpty else { return RequestedActions(ignores: ignores) }
    let since = try await mark(of: name, records)
    let news = try await forge.activity(
      since: Date(timeIntervalSince1970: Double(since)), in: base.repository)
    try await process(news, CommentThread.all(of: records, ignores), base)
    try await store.saveActivityMark(next(after: since, news), of: name, forge: forge.name)
    return RequestedActions(
      ignores: try await store.ignores(of: name, forge: forge.name),
      rebuilds: try await store.requests(of: name, forge: forge.name))
  }

  private func process(_ news: [Activity], _ threads: [Int: CommentThread], _ base: Base)
    async throws
  {
    let (store, name) = (world.store, base.repository.description)
    let heard = try await store.conversations(of: name, forge: forge.name)
    let handler = CommandHandler(pass: self, repository: base.repository)
    for item in news.sorted(by: { $0.number < $1.number }) {
      guard let thread = threads[item.number],
        heard[item.number] != item.point || item.isOpenedAgain(thread.record)
      else { continue }
      try await handler.process(thread, item)
      try await store.save(item.point, of: name, forge: forge.name)
    }
    try await handler.dropStaleRequests()
  }

  /// From when on news are asked for; at first a day before the oldest record, as clocks differ.
  private func mark(of repository: String, _ records: [PullRequestRecord]) async throws -> Int64 {
    let mark = try await world.store.activityMark(of: repository, forge: forge.name)
    return mark ?? (records.map(\.updatedAt).min() ?? world.now()) - 86_400
  }

  /// Moves on only once the answer gets long: the same question again may be answered by "nothing
  /// new", another one never.
  private func next(after since: Int64, _ news: [Activity]) -> Int64 {
    guard news.count > 50 else { return since }
    return news.map(\.point.updatedAt).max() ?? since
  }
}

extension Activity {
  /// Whether it stands open though a person had closed it: not every forge dates that.
  fileprivate func isOpenedAgain(_ record: PullRequestRecord?) -> Bool {
    isOpen && record?.state == .declined
  }

  /// What is remembered of it once it was heeded.
  fileprivate var point: ConversationRecord {
    ConversationRecord(
      number: number, comments: comments ?? -1,
      updatedAt: Int64(updatedAt.timeIntervalSince1970))
  }
}
