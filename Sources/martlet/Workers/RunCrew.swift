import Arguments
import Configuration
import Ecosystem
import Forges
import HTTP
import Updates
import Workers

/// What `run` has its repositories looked at by.
struct RunCrew: Sendable {
  let visitors: Visitors
  fileprivate let forges: [String: Result<AcquaintedForge, Problem>]

  /// A forge of the operator's file.
  ///
  /// - Throws: why it cannot be used.
  func forge(_ name: String) throws(Problem) -> AcquaintedForge {
    guard let forge = forges[name] else {
      throw Problem(.usage, "is not a forge of the operator's file", subject: name)
    }
    return try forge.get()
  }
}

extension Live {
  /// Prepares workers for a run; none is started yet.
  func visitors(for invocation: Invocation) throws(Problem) -> RunCrew {
    guard let recorded = try RecordedFile.named(by: invocation, warn: { _ in }) else {
      throw Problem(.usage, "--config FILE is missing")
    }
    let forges = usableForges()
    let visitors = Visitors(
      WorkerSetup(recorded, first: settings),
      PoolLimits(settings.limits, visit: settings.service.visit),
      forges.compactMap { try? $0.forge.get() }, counts: network.counts)
    return RunCrew(
      visitors: visitors,
      forges: Dictionary(forges.map { ($0.name, $0.forge) }) { first, _ in first })
  }
}

/// Makes the passes of a run over the repositories of one tenant, in worker processes.
struct RemotePass: Sendable {
  let visitors: Visitors
  let known: Acquaintance
  let forge: String
  /// Of the run, for the log.
  let id: String
  let isDry: Bool

  /// Goes over a repository, and again as long as merges move its base.
  func repeatedly(_ name: RepositoryName) async -> RepositoryReport {
    await look(at: name, .everything)
  }

  /// Looks at the checks of a repository's pull requests, and merges what may merge.
  func watch(_ name: RepositoryName) async -> RepositoryReport { await look(at: name, .checks) }

  private func look(at name: RepositoryName, _ extent: Errand.Extent) async -> RepositoryReport {
    await visitors.look(
      Errand(forge: forge, repository: name, extent: extent, run: id, isDry: isDry), as: known)
  }
}
