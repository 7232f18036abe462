import Arguments
import Configuration
import Ecosystem
import Forges
import HTTP
import Updates
import Workers

/// The workers of `run`, with the forges.
struct RunWorkers: Sendable {
  let visitors: Visitors
  fileprivate let forges: [String: Result<ConnectedForge, Problem>]

  /// Returns a forge of the operator's file.
  ///
  /// - Throws: the reason why it cannot be used.
  func forge(_ name: String) throws(Problem) -> ConnectedForge {
    guard let forge = forges[name] else {
      throw Problem(.usage, "is not a forge of the operator's file", subject: name)
    }
    return try forge.get()
  }
}

extension Live {
  /// Prepares workers for a run; none is started yet.
  ///
  /// - Parameters:
  ///   - invocation: names the operator's file.
  ///   - print: writes to the standard error.
  /// - Returns: the workers.
  /// - Throws: a `Problem` with the operator's file.
  func visitors(
    for invocation: Invocation, printing print: @escaping @Sendable (String) -> Void
  ) throws(Problem) -> RunWorkers {
    guard let recorded = try RecordedFile.named(by: invocation, warn: { _ in }) else {
      throw Problem(.usage, "--config FILE is missing")
    }
    let forges = usableForges()
    let visitors = Visitors(
      try WorkerSetup(recorded, first: settings),
      PoolLimits(settings.limits, visit: settings.service.visit),
      forges.compactMap { try? $0.forge.get() }, for: self, printing: print)
    return RunWorkers(
      visitors: visitors,
      forges: Dictionary(forges.map { ($0.name, $0.forge) }) { first, _ in first })
  }
}

/// Makes the passes of a run over the repositories of one tenant, in worker processes.
struct RemotePass: Sendable {
  let visitors: Visitors
  let known: ForgeSession
  /// The run's identifier, for the log.
  let id: String
  let isDry: Bool
  /// Whether the reports contain all dependencies.
  let isDocument: Bool

  /// Updates a repository, and repeats that while merges move its base.
  ///
  /// - Parameters:
  ///   - name: the repository.
  ///   - begun: called when a worker begins.
  /// - Returns: the report, with failures.
  func repeatedly(
    _ name: RepositoryName, begun: @escaping @Sendable () -> Void = {}
  ) async -> RepositoryReport {
    await run(at: name, .everything, begun)
  }

  /// Checks a repository's pull requests, and merges those that can be merged.
  func watch(_ name: RepositoryName) async -> RepositoryReport { await run(at: name, .checks) {} }

  private func run(
    at name: RepositoryName, _ extent: RunTask.Extent, _ begun: @escaping @Sendable () -> Void
  ) async -> RepositoryReport {
    await visitors.run(
      RunTask(
        repository: known.forge.id(of: name), extent: extent, run: id, isDry: isDry,
        isDocument: isDocument),
      as: known, begun: begun)
  }
}
