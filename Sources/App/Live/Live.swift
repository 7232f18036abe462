import Arguments
import Changelogs
import Configuration
import Credentials
import Ecosystem
import Forges
import FoundationEssentials
import HTTP
import Impact
import Languages
import Logging
import Service
import Store
import Text
import Time
import Tracing
import Updates

/// The dependencies of a command, created once from the operator's file.
struct Live: Sendable {
  /// Where state is stored.
  enum State {
    /// In memory: the command stores nothing.
    case inMemory
    /// In the database of the operator's file.
    case configured

    /// Returns the cache for responses; without a database it is small, because a single command
    /// rarely repeats a request.
    func responses(of store: StateStore) -> ResponseStore {
      switch self {
      case .inMemory: .inMemory(limit: 2 << 20)
      case .configured: store.responses
      }
    }
  }

  let settings: OperatorFile
  let network: Network
  let world: World
  /// Returns the rate limiter of a forge by name if several processes share it; nil otherwise.
  var limiter: @Sendable (String) -> ForgeRateLimiter? = { _ in nil }
  /// Reads the presets of other repositories; nil: from the forge.
  var remotePresets: RemotePresets?
  /// Signs commits by the parent of a worker; nil: this process has the operator's key.
  var remoteSigner: CommitSigner?
  private let caches: SharedCaches

  /// The presets of repositories, shared by all worlds.
  var presets: PresetCache { caches.presets }

  /// Reads a preset for a repository.
  func preset(_ reference: PresetReference, on host: PresetHost?) async throws -> SourceText {
    guard let remotePresets, host != nil else {
      return try await presets.read(reference, on: host)
    }
    return try await remotePresets.read(reference)
  }

  /// Caches that outlive a world.
  private struct SharedCaches {
    var responses: ResponseStore
    var presets: PresetCache
    var contents: ContentCache
    var comparisons = ComparisonCache()
  }

  /// Reads the configuration and opens the state.
  ///
  /// - Parameters:
  ///   - invocation: names the operator's file.
  ///   - terminal: receives the log and the findings in the file.
  ///   - state: where state is stored.
  ///   - tracer: returns what measures requests and stages, for the settings and the log.
  /// - Throws: a `Problem` with the file or the state.
  init(
    _ invocation: Invocation, terminal: Terminal, state: State,
    tracer: (OperatorFile, Logger) throws(Problem) -> Tracer = { _, _ in .off }
  ) async throws(Problem) {
    Client.prepare()
    let found = try OperatorFile.named(by: invocation) { finding in
      if invocation.value("log-format") == "json" {
        Self.logger(OperatorFile(), invocation, terminal) { Redaction([]) }.warning("\(finding)")
      } else {
        terminal.error("martlet: \(finding)\n")
      }
    }
    let settings = found ?? OperatorFile()
    let store = try await Self.open(settings, state)
    let redaction = Redaction(settings.secrets)
    let log = Self.logger(settings, invocation, terminal) { redaction }
    let watch = RequestWatch(tracer: try tracer(settings, log))
    try self.init(settings, store: store, kept: state, log: log, watch: watch)
  }

  /// Creates the dependencies with a state that is open; in a worker, the parent sends its requests.
  init(
    _ settings: OperatorFile, store: StateStore, kept state: State = .configured, log: Logger,
    counts: RequestCounts = RequestCounts(), by parent: HTTP.Client? = nil,
    watch: RequestWatch = RequestWatch()
  ) throws(Problem) {
    let caches = SharedCaches(
      responses: state.responses(of: store), presets: PresetCache(),
      contents: Self.contents(settings, store, state, log))
    let network: Network
    if let parent {
      network = Network(settings, counts: counts, by: parent, tracer: watch.tracer)
    } else {
      network = try Network(settings, counts: counts, log: log, watch: watch)
    }
    try self.init(settings, network, caches, store, log)
  }

  /// Returns the dependencies for a tenant, with empty memory caches, so that new releases are seen.
  func renewed(for tenant: Tenant) throws(Problem) -> Live {
    var live = try Live(settings, network.acting(for: tenant), caches, world.store, world.log)
    live.remotePresets = remotePresets
    live.remoteSigner = remoteSigner
    return live
  }

  /// Returns the dependencies for a tenant: these, if the credentials are the same.
  func acting(for tenant: Tenant) throws(Problem) -> Live {
    let network = network.acting(for: tenant)
    return network.scope == self.network.scope ? self : try renewed(for: tenant)
  }

  /// Returns the dependencies for the person at the terminal, without the credentials that are limited
  /// to some repositories.
  func actingForPerson() throws(Problem) -> Live {
    let network = network.acting(for: .person).closing(settings.registriesClosed(to: nil))
    return network.scope == self.network.scope
      ? self : try Live(settings, network, caches, world.store, world.log)
  }

  private init(
    _ settings: OperatorFile, _ network: Network, _ caches: SharedCaches, _ store: StateStore,
    _ log: Logger
  ) throws(Problem) {
    self.settings = settings
    self.network = network
    self.caches = caches
    let ecosystems = try Self.ecosystems(over: network, caches)
    var world = World(
      ecosystems: ecosystems, store: store, now: WallClock.wholeSeconds.now, log: log,
      notes: ReleaseNotes(
        finder: NotesFinder(client: try network.notes(store.responses), hosts: settings.hosts),
        ecosystems: ecosystems, store: store, scope: network.scope,
        now: WallClock.wholeSeconds.now
      ).callAsFunction,
      advisories: try KnownAdvisories(settings, network, store).callAsFunction)
    world.upkeep =
      ArchivedRepositories(
        finder: NotesFinder(client: try network.notes(store.responses), hosts: settings.hosts),
        store: store, scope: network.scope, now: WallClock.wholeSeconds.now
      ).callAsFunction
    world.memory = ProjectMemory()
    world.tracer = network.tracer
    world.submitsDependencies = settings.dependencySubmission == .on
    world.version = Martlet.version
    world.mergeCalendar = .ofMachine
    world.comparisons = caches.comparisons.scoped(to: network.scope)
    world.privateHosts = settings.privateHosts
    world.ownOrigins = settings.ownOrigins
    world.actionHosts = settings.actionHosts
    world.forgeHosts = settings.forgeAddresses
    world.split = settings.split
    world.families = settings.families
    world.fleet = settings.fleet
    world.takeover = settings.takeover
    world.privateNames = settings.privateNames
    world.skipsFork = { settings.skipsFork($0.name.description, on: $0.forge) }
    world.people = settings.people
    world.language = settings.language ?? .english
    world.isOwn = { settings.namesOwner(of: $0.name.description, on: $0.forge) }
    self.world = world
  }

  private static func ecosystems(
    over network: Network, _ caches: SharedCaches
  ) throws(Problem) -> [any PackageEcosystem] {
    var resources = EcosystemResources(
      http: try network.registries(caches.responses),
      git: network.git(cache: cacheFolder(network.settings) + "/git"),
      toolchain: network.settings.toolchains, registriesByScope: network.registriesByScope,
      contents: caches.contents)
    resources.contents.scope = network.scope
    var ecosystems: [any PackageEcosystem] = []
    for description in servedEcosystems.descriptions {
      ecosystems.append(try description.create(resources))
    }
    return ecosystems
  }

  /// Creates the logger that the command line or the operator's file configures.
  static func logger(
    _ settings: OperatorFile, _ invocation: Invocation, _ terminal: Terminal,
    redacting redaction: @escaping @Sendable () -> Redaction
  ) -> Logger {
    let format = invocation.value("log-format").flatMap(Format.init(rawValue:))
    let level = invocation.value("log-level").flatMap(Level.init(rawValue:))
    return terminal.logger(
      format ?? settings.log.format, from: level ?? settings.log.level,
      redacting: redaction)
  }

  /// The cache for content that never changes: passes use the database, other commands a folder.
  private static func contents(
    _ settings: OperatorFile, _ store: StateStore, _ state: State, _ log: Logger
  ) -> ContentCache {
    guard case .configured = state else {
      return ContentFiles(folder: cacheFolder(settings) + "/manifests").cache
    }
    return ContentCache(
      load: { name in
        do {
          return try await store.content(name)
        } catch {
          log.warning("cached content cannot be read", ["error": "\(error)"])
          return nil
        }
      },
      keep: { name, bytes in
        do {
          try await store.keep(bytes, as: name, now: .now())
        } catch {
          log.warning("content cannot be cached", ["error": "\(error)"])
        }
      })
  }

  /// Opens the configured state.
  static func open(
    _ settings: OperatorFile, _ state: State
  ) async throws(Problem) -> StateStore {
    do {
      guard case .configured = state else { return try await StateStore.inMemory() }
      var store =
        switch settings.state {
        case .sqlite(let path): try await StateStore.open(path)
        case .postgres(let url): try await StateStore.open(server: settings.serverURL(url))
        }
      if let rollout = settings.fleet.rollout {
        store.isCanary = { rollout.canaries.include($0.name.description) }
      }
      return store
    } catch {
      throw Problem(state: error, at: settings.state.name)
    }
  }

  /// Creates the rules of an entry, with the credentials that it selects.
  func entry(
    _ update: UpdateEntry, in file: RepositoryFile
  ) throws(Problem) -> Updates.Entry {
    var entry = Updates.Entry(update, in: file) { version, requirement throws(Problem) in
      try servedEcosystems.version(version, satisfies: requirement, in: update.ecosystem)
    }
    for finding in unreadableRanges(in: update) { world.log.warning("\(finding)") }
    let withheld = settings.withheld(from: update, of: file)
    if !withheld.isEmpty {
      entry.ecosystems = try Self.ecosystems(over: network.withholding(withheld), caches)
    }
    return entry
  }

  /// Reports the version ranges of an entry's ignore rules that its ecosystem can't parse.
  func unreadableRanges(in update: UpdateEntry) -> [Finding] {
    guard let selection = update.ecosystem else { return [] }
    return update.unreadableRanges {
      try servedEcosystems.version($0, satisfies: $1, in: selection)
    }
  }
}
