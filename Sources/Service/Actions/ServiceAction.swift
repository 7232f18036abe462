import Forges
import Store
import Time

/// What an operator can ask the service to do.
enum ServiceAction: String, CaseIterable, Hashable, Sendable {
  /// A visit now.
  case visit
  /// A visit now, as if earlier ones had not failed.
  case retry
  /// No visits until `resume`; also for the whole fleet.
  case pause
  /// Visits again.
  case resume
  /// Rebuild the branch of a pull request.
  case rebuild
  /// Propose a dependency again that comments ignore.
  case unignore
  /// Show what the pull request of a waiting update would be.
  case preview

  /// Whether it can concern the whole fleet.
  var isForFleet: Bool { self == .pause || self == .resume }
}

/// The details of a request.
struct ActionDetails: Hashable, Sendable {
  /// The number of the pull request, for `rebuild`.
  var pullRequest: Int?
  /// The name of the dependency, for `unignore` and `preview`.
  var dependency: String?
  /// Which of several dependencies of this name, for `preview`; nil: there is only one.
  var ecosystem: String?
  /// Its directory, for `preview`; nil: there is only one.
  var directory: String?
}

/// Why a request is not carried out.
struct ActionRefusal: Error, Hashable {
  /// The status of the response.
  var status: Int
  /// The reason in a sentence without a full stop.
  var message: String

  static let unknownRepository = ActionRefusal(
    status: 404, message: "martlet does not know this repository")
  static let sessionEnded = ActionRefusal(status: 403, message: "your session has ended")
}

/// Carries out actions by writing to the state; the next visit does the work.
struct ActionHandler: Sendable {
  let store: StateStore
  let now: @Sendable () -> Timestamp

  /// Carries out an action on a repository, or on the fleet if it is nil.
  ///
  /// - Returns: the result.
  /// - Throws: `ActionRefusal`, or `DatabaseError`.
  func perform(
    _ action: ServiceAction, on repository: RepositoryID?, _ details: ActionDetails,
    by author: String
  ) async throws -> ActionResult {
    guard let repository else { return try await perform(action, by: author) }
    guard try await store.knows(repository) else { throw ActionRefusal.unknownRepository }
    switch action {
    case .visit:
      try await visit(repository)
      return .visit
    case .retry:
      try await store.forgetFailures(of: repository)
      try await visit(repository)
      return .retry
    case .pause:
      let isNew = try await store.pause(repository, by: author, now: now())
      return isNew ? .paused : .pausedBefore
    case .resume:
      let isNew = try await store.resume(repository)
      return isNew ? .resumed : .notPaused
    case .rebuild: return try await rebuild(details.pullRequest, of: repository, by: author)
    case .unignore: return try await unignore(details.dependency, of: repository)
    case .preview: return try await preview(details, of: repository, by: author)
    }
  }

  private func perform(
    _ action: ServiceAction, by author: String
  ) async throws -> ActionResult {
    switch action {
    case .pause:
      let isNew = try await store.pause(nil, by: author, now: now())
      return isNew ? .fleetPaused : .fleetPausedBefore
    case .resume:
      let isNew = try await store.resume(nil)
      return isNew ? .fleetResumed : .fleetNotPaused
    default:
      throw ActionRefusal(status: 404, message: "this action needs a repository")
    }
  }

  private func visit(_ repository: RepositoryID) async throws {
    let pauses = try await store.pauses()
    guard !pauses.contains(where: { $0.repository == nil || $0.repository == repository }) else {
      throw ActionRefusal(
        status: 409, message: "the repository or the fleet is paused; resume it first")
    }
    let time = now()
    try await store.enqueue(
      Job(repository: repository, cause: .person, dueAt: time, enqueuedAt: time))
  }

  private func rebuild(
    _ number: Int?, of repository: RepositoryID, by author: String
  ) async throws -> ActionResult {
    guard let number else {
      throw ActionRefusal(status: 400, message: "the body needs 'pullRequest', a number")
    }
    let record = try await store.pullRequests(of: repository).first { $0.number == number }
    guard let record else {
      throw ActionRefusal(status: 404, message: "martlet has no pull request \(number) there")
    }
    guard record.state == .open else {
      throw ActionRefusal(status: 409, message: "the pull request is not open")
    }
    try await visit(repository)
    try await store.save(
      RebuildRequest(
        repository: repository, key: record.key, kind: .rebase, number: number, comment: -number,
        author: author, head: record.head, createdAt: now()))
    return .rebuild
  }

  private func unignore(
    _ dependency: String?, of repository: RepositoryID
  ) async throws -> ActionResult {
    guard let dependency, !dependency.isEmpty else {
      throw ActionRefusal(status: 400, message: "the body needs 'dependency', a name")
    }
    let ignores = try await store.ignores(of: repository).filter { $0.dependency == dependency }
    guard !ignores.isEmpty else {
      throw ActionRefusal(status: 404, message: "no comment ignores this dependency")
    }
    for ignore in ignores { try await store.remove(ignore) }
    try await visit(repository)
    return .unignored
  }

  private func preview(
    _ details: ActionDetails, of repository: RepositoryID, by author: String
  ) async throws -> ActionResult {
    guard let dependency = details.dependency, !dependency.isEmpty else {
      throw ActionRefusal(status: 400, message: "the body needs 'dependency', a name")
    }
    let waiting = try await store.observations(of: repository).filter { seen in
      seen.name == dependency && seen.waitingVersion != nil
        && details.ecosystem.map { $0 == seen.ecosystem } ?? true
        && details.directory.map { $0 == seen.directory } ?? true
    }
    guard let seen = waiting.first, let version = seen.waitingVersion else {
      throw ActionRefusal(status: 404, message: "no update of this dependency waits")
    }
    guard Set(waiting.map { [$0.ecosystem, $0.directory] }).count == 1 else {
      throw ActionRefusal(
        status: 400, message: "several dependencies have this name: name ecosystem and directory")
    }
    guard try await store.previews(of: repository).count < PreviewRecord.most else {
      throw ActionRefusal(status: 409, message: "the repository has too many previews already")
    }
    try await visit(repository)
    try await store.save(
      PreviewRecord(
        ecosystem: seen.ecosystem, directory: seen.directory, dependency: dependency,
        version: version, author: author, requestedAt: now()), of: repository)
    return .preview
  }
}
