import Configuration
import Ecosystem
import FileAccess
import HTTP
import Service
import Store
import Time
import Updates

extension Live {
  /// Returns the metrics of a run, which begins now.
  func runMetrics(_ traces: Traces) -> Metrics {
    Metrics(startedAt: .now(), version: Martlet.version) { [counts = network.counts] in
      Metrics.Requests.all(counts)
    } budgets: { [counts = network.counts] in
      counts.rateLimits(at: .now()).map(Metrics.Budget.init)
    } forgeHosts: { [settings] in
      settings.forgeHosts
    } spans: {
      traces.counts
    }
  }

  /// Writes the metrics of a run to a file, which readers see whole or not at all.
  ///
  /// - Throws: a `Problem` if the file can't be written or the state can't be read.
  func write(_ metrics: Metrics, of report: RunReport, to path: String) async throws(Problem) {
    let text: String
    do {
      text = try await metrics.textfile(world.store, problems: report.problems.count)
    } catch {
      throw Problem(state: error, at: settings.state.name)
    }
    do throws(FileError) {
      try replaceFile(path, with: Array(text.utf8), isDurable: false)
    } catch {
      throw Problem(.failed, "cannot be written: \(error)", subject: path)
    }
  }
}
