import Configuration
import Ecosystem
import Forges
import Logging
import Service
import Store
import Synchronization
import Time
import Updates

/// A forge in the service, with the data that it shares with workers.
struct ConnectedForge: Sendable {
  var served: ServedForge
  let known: ForgeSession
  /// The rate limiter for all requests; nil for a forge without limits.
  let limiter: ForgeRateLimiter?
}

extension Live {
  /// The configured forges with visits in this process, without sending a request.
  func connectedForges() throws(Problem) -> [ConnectedForge] {
    guard !settings.forges.isEmpty else {
      throw Problem(.usage, "the configuration has no forge")
    }
    var forges: [ConnectedForge] = []
    for (_, forge) in usableForges() { forges.append(try forge.get()) }
    return forges
  }

  /// The configured forges in order, or the reason why one cannot be used.
  func usableForges() -> [(name: String, forge: Result<ConnectedForge, Problem>)] {
    let worlds = Worlds(self)
    return settings.forges.map { entry in
      do throws(Problem) {
        return (entry.name, .success(try serve(entry, worlds)))
      } catch {
        return (entry.name, .failure(error))
      }
    }
  }

  private func serve(
    _ entry: ForgeSettings, _ worlds: Worlds
  ) throws(Problem) -> ConnectedForge {
    let forge = try forge(entry)
    let known = ForgeSession(forge)
    var served = ServedForge(
      settings: entry, concurrency: settings.limits.concurrency, login: { known.login },
      repositories: {
        // Not the known account: if all repositories are named, no other request shows that the
        // credential has expired.
        known.use(try await forge.identity())
        return try await forge.repositories(
          selectedBy: entry.repositories, storing: known.listed, in: worlds.first.world)
      },
      pass: { job, options, extent, choose in
        await Self.pass(for: job, options, on: forge, known, worlds, extent, choose)
      }, deliveries: forge.redelivery)
    served.expiry = { try await forge.grants?.expiry() }
    if let survey = forge.fleetSurvey {
      served.survey = { names in try await survey.survey(names) }
    }
    return ConnectedForge(served: served, known: known, limiter: forge.limiter)
  }

  private static func pass(
    for job: Job, _ options: RunOptions?, on forge: any Forge, _ known: ForgeSession,
    _ worlds: Worlds, _ extent: JobExtent, _ choose: @escaping ServedForge.Choice
  ) async -> RepositoryReport {
    let name = job.repository.name
    var report = RepositoryReport(repository: forge.id(of: name))
    do {
      let tenant = await known.tenant(name, worlds.first)
      let live = try options == nil ? worlds.live(for: job.cause, tenant) : worlds.live(tenant)
      let world = live.world.logging(to: live.world.log.with(options))
      var pass = RepositoryPass(
        world: known.listed.guarding(world), forge: forge, identity: try await known.account(),
        isDry: options?.isDry ?? false,
        listed: { known.listed[$0] },
        entries: { tree, head in
          let file = try await live.file(of: tree, on: PresetHost(forge: forge, repository: name))
          return try zip(file.updates, choose(head, file)).map { entry, attention in
            var entry = try live.entry(entry, in: file)
            entry.due = attention.first ?? .everything
            entry.dueByRule = Array(attention.dropFirst())
            return entry
          }
        })
      pass.proposedEntries = { tree in
        try await live.entries(of: tree, on: PresetHost(forge: forge, repository: name))
      }
      pass.preset = { reference in
        try await live.preset(reference, on: PresetHost(forge: forge, repository: name))
      }
      report =
        switch extent {
        case .everything where options?.isImport == true: await pass.importConfiguration(name)
        case .everything: options == nil ? await pass(name) : await pass.repeatedly(name)
        case .changedChecks: await pass.watch(name, reading: options == nil ? .changed : .due)
        }
    } catch {
      report.repositoryFailure = error as? ForgeError
      report.problems.append(Problem(repositoryError: error, subject: name.description))
    }
    // `run` logs the reports in its own process.
    if options == nil { report.log(to: worlds.first.world.log, quiet: .debug) }
    return report
  }
}

extension Logger {
  /// Adds the identifier of a run.
  fileprivate func with(_ options: RunOptions?) -> Logger {
    options.map { with("run", $0.id) } ?? self
  }
}

/// Worlds with caches that last a minute, or as long as a run.
///
/// Scheduled visits share one, so that each package is requested once per fleet, unless an App has
/// separate credentials for each owner. A person's request or a push gets a new one, to find new
/// releases.
private final class Worlds: Sendable {
  private static let lifetime = Duration.seconds(60)

  let first: Live
  private let shared = Mutex<[String: (live: Live, since: Timestamp)]>([:])
  private let ofTenants = Mutex<[Tenant: Live]>([:])

  init(_ live: Live) {
    first = live
  }

  /// Returns the world of a tenant during a run.
  func live(_ tenant: Tenant) throws(Problem) -> Live {
    if let known = ofTenants.withLock({ $0[tenant] }) { return known }
    let live = try first.acting(for: tenant)
    ofTenants.withLock { $0[tenant] = live }
    return live
  }

  func live(for cause: Job.Cause, _ tenant: Tenant) throws(Problem) -> Live {
    guard cause < .push else { return try first.renewed(for: tenant) }
    let now = first.world.now()
    let scope = first.network.acting(for: tenant).scope
    return try shared.withLock { shared throws(Problem) in
      if let (live, since) = shared[scope], now - since < Self.lifetime { return live }
      let live = try first.renewed(for: tenant)
      shared[scope] = (live, now)
      return live
    }
  }
}

/// The account at a forge, requested once, and the list of its repositories.
final class ForgeSession: Sendable {
  let listed = ListedRepositories()
  let forge: any Forge
  private let known = Mutex<Account?>(nil)

  init(_ forge: any Forge) {
    self.forge = forge
  }

  /// Uses an account that another process requested.
  func use(_ account: Account) { known.withLock { $0 = account } }

  var login: String? { known.withLock { $0?.login } }

  /// A repository as the requester of data; its visibility is read only if credentials depend on it.
  ///
  /// A repository that can't be read counts as public: it gets nothing from private ones, and the pass
  /// reports the reason.
  func tenant(_ name: RepositoryName, _ live: Live) async -> Tenant {
    var found = listed[name]
    if found == nil, live.network.dependsOnVisibility(on: forge.name) {
      found = try? await forge.repository(name)
    }
    return live.settings.tenant(forge.id(of: name), isPublic: found?.isPrivate != true)
  }

  /// Concurrent visits can send the same request; the responses are the same.
  func account() async throws(ForgeError) -> Account {
    if let account = known.withLock({ $0 }) { return account }
    let account = try await forge.identity()
    known.withLock { $0 = account }
    return account
  }
}
