import Ecosystem
import HTTPServer
package import Store
import Synchronization
package import Time
import Updates

/// The counters of the service, shown at `/metrics` together with data of the state.
package final class Metrics: Sendable {
  /// The number of requests to a host with one result.
  package struct Requests: Hashable, Sendable {
    /// In lowercase, without a port; the label `host`.
    package var host: String
    /// A `RequestCounts.Kind` of HTTP, such as `unchanged`; the label `outcome`.
    package var outcome: String
    /// The number since the process started.
    package var count: Int

    /// Creates a count.
    package init(host: String, outcome: String, count: Int) {
      self.host = host
      self.outcome = outcome
      self.count = count
    }
  }

  /// The remaining requests of a rate limit.
  package struct Budget: Hashable, Sendable {
    /// In lowercase, without a port; the label `host`.
    package var host: String
    /// The resource of the limit, such as `core`; the label `resource`.
    package var resource: String
    /// The number of requests per window.
    package var limit: Int
    /// The number of remaining requests in this window.
    package var remaining: Int

    /// Creates a budget.
    package init(host: String, resource: String, limit: Int, remaining: Int) {
      self.host = host
      self.resource = resource
      self.limit = limit
      self.remaining = remaining
    }
  }

  /// The attempts to send messages to a target with one result.
  package struct Messages: Hashable, Sendable {
    /// The name of the entry in `notifications`; the label `target`.
    package var target: String
    /// `sent`, `failed` or `given-up`; the label `outcome`.
    package var outcome: String
    /// The number since the process started.
    package var count: Int

    /// Creates a count.
    package init(target: String, outcome: String, count: Int) {
      self.target = target
      self.outcome = outcome
      self.count = count
    }
  }

  private struct Counts {
    var passes = Histogram()
    var releaseLags = Histogram.days
    /// Visits by result.
    var settled: [String: Int] = [:]
    /// Problems by kind.
    var errors: [String: Int] = [:]
    /// Webhook deliveries by status of the response.
    var deliveries: [Int: Int] = [:]
    /// Visits that ended their worker, by the limit that they exceeded.
    var deaths: [String: Int] = [:]
  }

  private let counts = Mutex(Counts())
  private let startedAt: Timestamp
  private let requests: @Sendable () -> [Requests]
  private let budgets: @Sendable () -> [Budget]
  private let forges: @Sendable () -> [String: Bool]
  private let expiries: @Sendable () -> [String: Timestamp]
  private let clockJumps: @Sendable () -> Int
  private let successes: @Sendable () -> [String: Timestamp]
  private let messages: @Sendable () -> [Messages]
  private let forgeHosts: @Sendable () -> Set<String>
  private let spans: @Sendable () -> [String: Int]
  private let instance: String
  private let version: String
  private let now: @Sendable () -> Timestamp

  /// Creates counters of zero.
  ///
  /// - Parameters:
  ///   - startedAt: the start of the process.
  ///   - version: the version of the program.
  ///   - requests: returns the requests so far.
  ///   - budgets: returns the rate limits that servers have reported and that have not ended.
  ///   - forges: returns whether each forge is usable, by name.
  ///   - expiries: returns when credentials expire, by forge.
  ///   - clockJumps: returns the number of jumps of the clock.
  ///   - successes: returns when each forge last answered a visit, by name.
  ///   - messages: returns the attempts to send messages.
  ///   - forgeHosts: returns the hosts whose failures are not those of a registry.
  ///   - spans: returns the numbers of spans by result; empty if traces are off.
  ///   - instance: the name of the process, which shows the fleet unless another one does.
  ///   - now: the current time.
  package init(
    startedAt: Timestamp, version: String = "", requests: @escaping @Sendable () -> [Requests],
    budgets: @escaping @Sendable () -> [Budget] = { [] },
    forges: @escaping @Sendable () -> [String: Bool] = { [:] },
    expiries: @escaping @Sendable () -> [String: Timestamp] = { [:] },
    clockJumps: @escaping @Sendable () -> Int = { 0 },
    successes: @escaping @Sendable () -> [String: Timestamp] = { [:] },
    messages: @escaping @Sendable () -> [Messages] = { [] },
    forgeHosts: @escaping @Sendable () -> Set<String> = { [] },
    spans: @escaping @Sendable () -> [String: Int] = { [:] },
    instance: String = "\(Worker.current)",
    now: @escaping @Sendable () -> Timestamp = { .now() }
  ) {
    self.startedAt = startedAt
    self.requests = requests
    self.budgets = budgets
    self.forges = forges
    self.expiries = expiries
    self.clockJumps = clockJumps
    self.successes = successes
    self.messages = messages
    self.forgeHosts = forgeHosts
    self.spans = spans
    self.instance = instance
    self.version = version
    self.now = now
  }

  /// Counts a visit.
  package func count(_ visit: JobRecord) {
    counts.withLock { counts in
      counts.passes.observe((visit.endedAt - visit.startedAt) / .seconds(1))
      counts.settled[visit.outcome.rawValue, default: 0] += 1
      for problem in visit.problems { counts.errors["\(problem.kind)", default: 0] += 1 }
      if let death = visit.death { counts.deaths[death, default: 0] += 1 }
      for lag in visit.releaseLags { counts.releaseLags.observe(Double(lag)) }
    }
  }

  /// Counts webhook deliveries, the only POST requests, by status of the response.
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
        return .text("the state is not reachable\n", status: 503)
      }
    }
  }

  /// How long an instance shows the fleet without a scrape; longer than the usual interval.
  private static let fleetLease = Duration.seconds(300)

  /// Returns all metrics; those of the state are shown by one instance, so that sums don't count the
  /// fleet twice.
  func text(_ store: StateStore) async throws -> String {
    var page = Exposition()
    if try await store.take(
      role: "fleet-metrics", by: instance, now: now(), for: Self.fleetLease)
    {
      try await addState(store, to: &page)
    }
    addForges(to: &page)
    addCounts(to: &page)
    addMessages(to: &page)
    addBudgets(to: &page)
    addProcess(to: &page)
    return page.text
  }

  /// Returns the metrics of a `run` for the textfile collector of Prometheus' node exporter.
  ///
  /// The counters are those of the run. Metrics of the process are left out: the exporter has its own.
  ///
  /// - Parameters:
  ///   - store: the state.
  ///   - problems: the number of problems in the report.
  /// - Returns: the content of the file.
  /// - Throws: `DatabaseError`.
  package func textfile(_ store: StateStore, problems: Int) async throws -> String {
    var page = Exposition()
    try await addState(store, to: &page)
    addCounts(to: &page)
    addMessages(to: &page)
    addBudgets(to: &page)
    addBuild(to: &page)
    page.add(
      "martlet_run_finished_seconds", .gauge, "The end of the last run in seconds since 1970.",
      [([], Double(now().seconds))])
    page.add(
      "martlet_run_duration_seconds", .gauge, "How long the last run took.",
      [([], (now() - startedAt) / .seconds(1))])
    page.add(
      "martlet_run_problems", .gauge, "The problems in the report of the last run.",
      [([], Double(problems))])
    return page.text
  }

  private func addState(_ store: StateStore, to page: inout Exposition) async throws {
    let (jobs, claims) = (try await store.jobs(), try await store.claims())
    addQueue(jobs, claims, to: &page)
    addFleet(try await store.fleetTotals(), to: &page)
    addOutbox(try await store.outboxTotals(), to: &page)
  }

  private func addQueue(_ jobs: [Job], _ claims: [ClaimedJob], to page: inout Exposition) {
    let running = claims.filter { $0.leasedUntil > now() }
    let busy = Set(running.map(\.job.repository))
    let due = jobs.filter { $0.dueAt <= now() && !busy.contains($0.repository) }
    let oldest = due.map(\.dueAt).min().map { (now() - $0) / .seconds(1) } ?? 0
    page.add(
      "martlet_queue_due", .gauge, "Visits that are due and wait for a slot.",
      [([], Double(due.count))])
    page.add(
      "martlet_queue_oldest_due_seconds", .gauge, "How long the oldest due visit has waited.",
      [([], oldest)])
    let byCause = Dictionary(grouping: jobs, by: \.cause).mapValues(\.count)
    page.add(
      "martlet_queue_jobs", .gauge, "Planned visits by trigger.",
      Job.Cause.allCases.map { ([("cause", "\($0)")], Double(byCause[$0] ?? 0)) })
    page.add("martlet_jobs_running", .gauge, "Visits in progress.", [([], Double(running.count))])
    page.add(
      "martlet_repositories_quarantined", .gauge,
      "Repositories that are not visited because visits to them ended the process more than once.",
      [([], Double(jobs.count { $0.deaths > 1 }))])
    page.add(
      "martlet_repositories_long", .gauge,
      "Repositories whose next visit uses the lane for long visits.",
      [([], Double(jobs.count { $0.stops > 0 }))])
  }

  private func addForges(to page: inout Exposition) {
    page.add(
      "martlet_forge_up", .gauge, "Whether a forge responds and accepts the credential.",
      forges().sorted { $0.key < $1.key }.map { ([("forge", $0.key)], $0.value ? 1 : 0) })
    page.add(
      "martlet_forge_last_success_seconds", .gauge,
      "When a forge last answered, in seconds since 1970.",
      successes().sorted { $0.key < $1.key }.map { ([("forge", $0.key)], Double($0.value.seconds)) }
    )
    page.add(
      "martlet_forge_credential_expiry_seconds", .gauge,
      "When the credential of a forge expires, in seconds since 1970.",
      expiries().sorted { $0.key < $1.key }.map { ([("forge", $0.key)], Double($0.value.seconds)) })
  }

  private func addFleet(_ totals: FleetTotals, to page: inout Exposition) {
    page.add(
      "martlet_repositories_with_problems", .gauge, "Repositories with an unsolved problem.",
      [([], Double(totals.hindered))])
    page.add(
      "martlet_repositories", .gauge, "Repositories, including those that were not visited yet.",
      [([], Double(totals.repositories))])
    page.add(
      "martlet_repositories_by_condition", .gauge,
      "Repositories by the reason why they get updates (active) or none (unvisited: none yet).",
      RepositoryCondition.allCases.map {
        ([("condition", $0.rawValue)], Double(totals.conditions[$0.rawValue] ?? 0))
      } + [([("condition", "unvisited")], Double(totals.unvisited))])
    page.add(
      "martlet_dependencies", .gauge, "Dependencies of all repositories.",
      [([], Double(totals.dependencies))])
    page.add(
      "martlet_dependencies_outdated", .gauge, "Dependencies that are not up to date.",
      [([], Double(totals.outdated))])
    page.add(
      "martlet_dependencies_vulnerable", .gauge, "Dependencies with an advisory.",
      [([], Double(totals.vulnerable))])
    page.add(
      "martlet_advisories", .gauge, "Advisories that affect dependencies, by severity.",
      AdvisorySeverity.allCases.map {
        ([("severity", $0.rawValue)], Double(totals.advisories[$0] ?? 0))
      })
    page.add(
      "martlet_pull_requests", .gauge, "Pull requests by their state.",
      totals.pullRequests.map { ([("state", $0.key)], Double($0.value)) })
    page.add(
      "martlet_pull_request_verdicts", .gauge, "Open pull requests by the result of CI.",
      totals.verdicts.map { ([("verdict", $0.key)], Double($0.value)) })
  }

  private func addCounts(to page: inout Exposition) {
    let (passes, settled, errors, deliveries, deaths) = counts.withLock {
      ($0.passes, $0.settled, $0.errors, $0.deliveries, $0.deaths)
    }
    page.add("martlet_pass_duration_seconds", "The duration of visits.", passes)
    page.add(
      "martlet_release_lag_seconds",
      "The time between a release and its pull request, when one is opened.",
      counts.withLock(\.releaseLags))
    page.add(
      "martlet_passes_total", .counter, "Visits by result.",
      settled.map { ([("outcome", $0.key)], Double($0.value)) })
    page.add(
      "martlet_errors_total", .counter, "Problems of visits by kind.",
      errors.map { ([("kind", $0.key)], Double($0.value)) })
    page.add(
      "martlet_worker_deaths_total", .counter, "Visits that ended their worker, by reason.",
      deaths.map { ([("reason", $0.key)], Double($0.value)) })
    page.add(
      "martlet_webhook_deliveries_total", .counter, "Webhook deliveries by status of the response.",
      deliveries.map { ([("status", "\($0.key)")], Double($0.value)) })
    page.add(
      "martlet_http_requests_total", .counter, "Requests to forges and registries.",
      requests().map { ([("host", $0.host), ("outcome", $0.outcome)], Double($0.count)) })
    let forges = forgeHosts()
    let failures = requests().filter {
      ["failed", "unanswered"].contains($0.outcome) && !forges.contains($0.host)
    }
    page.add(
      "martlet_registry_failures_total", .counter,
      "Requests to hosts that are not forges without a response, or with a status of 500 or above.",
      Dictionary(failures.map { ($0.host, $0.count) }, uniquingKeysWith: +)
        .map { ([("host", $0.key)], Double($0.value)) })
  }

  private func addMessages(to page: inout Exposition) {
    page.add(
      "martlet_notifications_total", .counter, "Attempts to send a message, by result.",
      messages().map { ([("target", $0.target), ("outcome", $0.outcome)], Double($0.count)) })
    page.add(
      "martlet_trace_spans_total", .counter, "Spans of traces by result.",
      spans().sorted { $0.key < $1.key }.map { ([("outcome", $0.key)], Double($0.value)) })
  }

  private func addOutbox(_ totals: OutboxTotals, to page: inout Exposition) {
    page.add(
      "martlet_notifications_waiting", .gauge, "Events that a message is yet to be sent about.",
      [([], Double(totals.waiting))])
    page.add(
      "martlet_notifications_undelivered", .gauge,
      "Events of the last week whose message could not be delivered.",
      [([], Double(totals.failed))])
  }

  private func addBudgets(to page: inout Exposition) {
    let budgets = budgets()
    func samples(_ count: (Budget) -> Int) -> [(labels: [(String, String)], Double)] {
      budgets.map { ([("host", $0.host), ("resource", $0.resource)], Double(count($0))) }
    }
    page.add(
      "martlet_rate_limit_remaining", .gauge, "Remaining requests in the window with the fewest.",
      samples(\.remaining))
    page.add(
      "martlet_rate_limit", .gauge, "Requests per window.", samples(\.limit))
  }

  private func addBuild(to page: inout Exposition) {
    guard !version.isEmpty else { return }
    page.add(
      "martlet_build_info", .gauge, "The version of the program.", [([("version", version)], 1)])
  }

  private func addProcess(to page: inout Exposition) {
    addBuild(to: &page)
    page.add(
      "martlet_clock_jumps_total", .counter, "Jumps of the system clock by more than a minute.",
      [([], Double(clockJumps()))])
    page.add(
      "process_start_time_seconds", .gauge, "The start of the process in seconds since 1970.",
      [([], Double(startedAt.seconds))])
    guard let bytes = ResidentMemory.bytes else { return }
    page.add(
      "process_resident_memory_bytes", .gauge, "Resident memory of the process.",
      [([], Double(bytes))])
  }
}
