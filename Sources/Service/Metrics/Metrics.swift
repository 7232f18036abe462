import Ecosystem
import HTTPServer
package import Store
import Synchronization
import Updates

/// What the service counts while it runs, shown at `/metrics` with what the state holds.
package final class Metrics: Sendable {
  /// Requests to a host, by what came of them.
  package struct Requests: Hashable, Sendable {
    /// Lowercase, without a port; the label `host`.
    package var host: String
    /// One of HTTP's `RequestCounts.Kind`, such as `unchanged`; the label `outcome`.
    package var outcome: String
    /// Since the process began.
    package var count: Int

    /// Counts requests.
    package init(host: String, outcome: String, count: Int) {
      self.host = host
      self.outcome = outcome
      self.count = count
    }
  }

  /// What is left of a rate limit.
  package struct Budget: Hashable, Sendable {
    /// Lowercase, without a port; the label `host`.
    package var host: String
    /// What the limit is of, such as `core`; the label `resource`.
    package var resource: String
    /// Requests a window.
    package var limit: Int
    /// Requests that may still be sent in this window.
    package var remaining: Int

    /// Says what is left.
    package init(host: String, resource: String, limit: Int, remaining: Int) {
      self.host = host
      self.resource = resource
      self.limit = limit
      self.remaining = remaining
    }
  }

  private struct Counts {
    var passes = Histogram()
    /// Passes by how they were settled.
    var settled: [String: Int] = [:]
    /// What went wrong, by the kind of problem.
    var errors: [String: Int] = [:]
    /// Webhooks by the status that they were answered.
    var deliveries: [Int: Int] = [:]
    /// Visits that ended their worker, by what they exceeded.
    var deaths: [String: Int] = [:]
  }

  private let counts = Mutex(Counts())
  private let startedAt: Int64
  private let requests: @Sendable () -> [Requests]
  private let budgets: @Sendable () -> [Budget]
  private let forges: @Sendable () -> [String: Bool]

  /// Starts at nothing.
  ///
  /// - Parameters:
  ///   - startedAt: of the process, in seconds since 1970.
  ///   - requests: those that were made so far.
  ///   - budgets: the rate limits that servers told of and that still run.
  ///   - forges: whether each forge answers, by name.
  package init(
    startedAt: Int64, requests: @escaping @Sendable () -> [Requests],
    budgets: @escaping @Sendable () -> [Budget] = { [] },
    forges: @escaping @Sendable () -> [String: Bool] = { [:] }
  ) {
    self.startedAt = startedAt
    self.requests = requests
    self.budgets = budgets
    self.forges = forges
  }

  /// Counts a visit.
  package func count(_ visit: VisitRecord) {
    counts.withLock { counts in
      counts.passes.observe(Double(visit.endedAt - visit.startedAt))
      let outcome = visit.isHindered ? "hindered" : visit.death == nil ? "finished" : "died"
      counts.settled[outcome, default: 0] += 1
      for problem in visit.problems { counts.errors["\(problem.kind)", default: 0] += 1 }
      if let death = visit.death { counts.deaths[death, default: 0] += 1 }
    }
  }

  /// Counts what is answered to webhooks, the one thing that is posted, by status.
  package func counting(_ routes: [Route]) -> [Route] {
    routes.map { route in
      guard route.method == .post else { return route }
      return route.observed { [self] response in
        counts.withLock { $0.deliveries[response.status, default: 0] += 1 }
      }
    }
  }

  /// `GET /metrics`.
  package func route(_ store: StateStore) -> Route {
    Route(.get, "/metrics") { [self] _, _ in
      do {
        return .text(try await text(store), type: "text/plain; version=0.0.4; charset=utf-8")
      } catch {
        return .text("the state cannot be reached\n", status: 503)
      }
    }
  }

  private func text(_ store: StateStore) async throws -> String {
    let (jobs, claims) = (try await store.jobs(), try await store.claims())
    let totals = try await store.fleetTotals()
    var page = Exposition()
    addQueue(jobs, running: claims.count, to: &page)
    addFleet(totals, to: &page)
    addCounts(to: &page)
    addBudgets(to: &page)
    addProcess(to: &page)
    return page.text
  }

  private func addQueue(_ jobs: [Job], running: Int, to page: inout Exposition) {
    let byCause = Dictionary(grouping: jobs, by: \.cause).mapValues(\.count)
    page.add(
      "martlet_queue_jobs", .gauge, "Visits that are planned, by what asked for them.",
      Job.Cause.allCases.map { ([("cause", "\($0)")], Double(byCause[$0] ?? 0)) })
    page.add("martlet_jobs_running", .gauge, "Visits under way.", [([], Double(running))])
    page.add(
      "martlet_repositories_quarantined", .gauge,
      "Repositories that are left alone since visits to them ended the process more than once.",
      [([], Double(jobs.count { $0.deaths > 1 }))])
  }

  private func addFleet(_ totals: FleetTotals, to page: inout Exposition) {
    page.add(
      "martlet_forge_up", .gauge, "Whether a forge answers and takes the credential.",
      forges().sorted { $0.key < $1.key }.map { ([("forge", $0.key)], $0.value ? 1 : 0) })
    page.add(
      "martlet_repositories_with_problems", .gauge, "Repositories that could not be served whole.",
      [([], Double(totals.hindered))])
    page.add(
      "martlet_repositories", .gauge, "Repositories that were looked at.",
      [([], Double(totals.repositories))])
    page.add(
      "martlet_dependencies", .gauge, "Dependencies of all repositories.",
      [([], Double(totals.dependencies))])
    page.add(
      "martlet_dependencies_outdated", .gauge, "Dependencies that are not up to date.",
      [([], Double(totals.outdated))])
    page.add(
      "martlet_dependencies_vulnerable", .gauge, "Dependencies that an advisory hits.",
      [([], Double(totals.vulnerable))])
    page.add(
      "martlet_pull_requests", .gauge, "Pull requests by their state.",
      totals.pullRequests.map { ([("state", $0.key)], Double($0.value)) })
    page.add(
      "martlet_pull_request_verdicts", .gauge, "Open pull requests by what CI says of them.",
      totals.verdicts.map { ([("verdict", $0.key)], Double($0.value)) })
  }

  private func addCounts(to page: inout Exposition) {
    let (passes, settled, errors, deliveries, deaths) = counts.withLock {
      ($0.passes, $0.settled, $0.errors, $0.deliveries, $0.deaths)
    }
    page.add("martlet_pass_duration_seconds", "How long visits took.", passes)
    page.add(
      "martlet_passes_total", .counter, "Visits by how they ended.",
      settled.map { ([("outcome", $0.key)], Double($0.value)) })
    page.add(
      "martlet_errors_total", .counter, "Problems of visits by their kind.",
      errors.map { ([("kind", $0.key)], Double($0.value)) })
    page.add(
      "martlet_worker_deaths_total", .counter, "Visits that ended their worker, by the reason.",
      deaths.map { ([("reason", $0.key)], Double($0.value)) })
    page.add(
      "martlet_webhook_deliveries_total", .counter, "Webhooks by the status they were answered.",
      deliveries.map { ([("status", "\($0.key)")], Double($0.value)) })
    page.add(
      "martlet_http_requests_total", .counter, "Requests to forges and registries.",
      requests().map { ([("host", $0.host), ("outcome", $0.outcome)], Double($0.count)) })
  }

  private func addBudgets(to page: inout Exposition) {
    let budgets = budgets()
    func samples(_ count: (Budget) -> Int) -> [(labels: [(String, String)], Double)] {
      budgets.map { ([("host", $0.host), ("resource", $0.resource)], Double(count($0))) }
    }
    page.add(
      "martlet_rate_limit_remaining", .gauge, "Requests left in the tightest window under way.",
      samples(\.remaining))
    page.add(
      "martlet_rate_limit", .gauge, "Requests that such a window has.", samples(\.limit))
  }

  private func addProcess(to page: inout Exposition) {
    page.add(
      "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.",
      [([], Double(startedAt))])
    guard let bytes = ResidentMemory.bytes else { return }
    page.add(
      "process_resident_memory_bytes", .gauge, "Memory that the process holds.",
      [([], Double(bytes))])
  }
}
