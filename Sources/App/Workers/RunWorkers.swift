import Arguments
import Configuration
import Ecosystem
import Forges
import HTTP
import Logging
import Service
import Store
import Time
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

  /// Creates the queue of a run.
  ///
  /// - Throws: a `Problem` if it can't be created.
  func queue(_ live: Live, _ progress: CommandProgress) async throws(Problem) -> RunQueue {
    let served = forges.values.compactMap { try? $0.get() }.map { forge in
      var served = forge.served
      served.visitor = { [visitors] task, begun in
        await progress.during("\(task.job.repository.name)") {
          await visitors.visit(task, as: forge.known, begun: begun)
        }
      }
      return served
    }
    do {
      return try await RunQueue(
        served, clock: .wholeSeconds, timing: Timing(live.settings.service), log: live.world.log)
    } catch {
      throw Problem(.failed, "the queue of the run cannot be created: \(error)")
    }
  }
}

extension Live {
  /// Prepares workers for a run; none is started yet.
  ///
  /// - Parameters:
  ///   - invocation: names the operator's file.
  ///   - options: the options of the run.
  ///   - print: writes to the standard error.
  /// - Returns: the workers.
  /// - Throws: a `Problem` with the operator's file.
  func visitors(
    for invocation: Invocation, _ options: RunOptions,
    printing print: @escaping @Sendable (String) -> Void
  ) throws(Problem) -> RunWorkers {
    guard let recorded = try RecordedFile.named(by: invocation, warn: { _ in }) else {
      throw Problem(.usage, "--config FILE is missing")
    }
    let forges = usableForges()
    let visitors = Visitors(
      try WorkerSetup(recorded, first: settings, with: options),
      PoolLimits(settings.limits, visit: settings.service.visit),
      forges.compactMap { try? $0.forge.get() }, for: self, isDry: options.isDry, printing: print)
    return RunWorkers(
      visitors: visitors,
      forges: Dictionary(forges.map { ($0.name, $0.forge) }) { first, _ in first })
  }
}
