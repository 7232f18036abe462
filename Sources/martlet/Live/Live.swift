import Arguments
import Changelogs
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import HTTP
import Logging
import Store
import Text
import Updates

/// The world as it is: built once for a command, from the operator's file.
struct Live: Sendable {
  /// Where state goes.
  enum State {
    /// Nowhere: the command leaves no trace.
    case inMemory
    /// Where the operator's file says.
    case configured

    /// Where answers of servers are kept; a single command asks hardly anything twice, and need not
    /// hold the megabytes of a whole registry.
    func responses(of store: StateStore) -> ResponseStore {
      switch self {
      case .inMemory: .inMemory(limit: 16 << 20)
      case .configured: store.responses
      }
    }
  }

  let settings: OperatorFile
  let network: Network
  let world: World
  /// The gate to a forge, by name, where others share it; nil: this process has one of its own.
  var gate: @Sendable (String) -> ForgeGate? = { _ in nil }
  private let shelves: Shelves

  /// Caches that outlive a world.
  private struct Shelves {
    var responses: ResponseStore
    var contents: ContentCache
  }

  /// Reads the operator's file and opens the state.
  init(_ invocation: Invocation, terminal: Terminal, state: State) async throws(Problem) {
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
    try self.init(settings, store: store, kept: state, log: log)
  }

  /// Builds the world of settings on a state that is open.
  init(
    _ settings: OperatorFile, store: StateStore, kept state: State = .configured, log: Logger,
    counts: RequestCounts = RequestCounts()
  ) throws(Problem) {
    let shelves = Shelves(
      responses: state.responses(of: store), contents: Self.contents(settings, store, state, log))
    try self.init(
      settings, Network(settings, counts: counts, log: log), shelves, store, log)
  }

  /// The same world on a tenant's behalf, without what its parts remember: what was published since
  /// is seen.
  func renewed(for tenant: Tenant) throws(Problem) -> Live {
    try Live(settings, network.acting(for: tenant), shelves, world.store, world.log)
  }

  /// This world where credentials are the same for all repositories, else one of the tenant's own.
  func acting(for tenant: Tenant) throws(Problem) -> Live {
    let network = network.acting(for: tenant)
    return network.scope == self.network.scope ? self : try renewed(for: tenant)
  }

  /// This world without the credentials that serve only some repositories.
  func actingForNobody() throws(Problem) -> Live {
    let network = network.closing(settings.registriesClosed(to: nil))
    return network.scope == self.network.scope
      ? self : try Live(settings, network, shelves, world.store, world.log)
  }

  private init(
    _ settings: OperatorFile, _ network: Network, _ shelves: Shelves, _ store: StateStore,
    _ log: Logger
  ) throws(Problem) {
    self.settings = settings
    self.network = network
    self.shelves = shelves
    let ecosystems = try Self.ecosystems(over: network, shelves)
    var world = World(
      ecosystems: ecosystems, store: store, now: { milliseconds() / 1000 }, log: log,
      notes: ReleaseNotes(
        finder: NotesFinder(client: try network.notes(store.responses), hosts: settings.hosts),
        ecosystems: ecosystems, store: store, tenant: network.tenant,
        now: { milliseconds() / 1000 }
      ).callAsFunction,
      advisories: try KnownAdvisories(settings, network, store).callAsFunction)
    world.privateHosts = settings.privateHosts
    world.privateNames = settings.privateNames
    self.world = world
  }

  private static func ecosystems(
    over network: Network, _ shelves: Shelves
  ) throws(Problem) -> [any PackageEcosystem] {
    var resources = EcosystemResources(
      http: try network.registries(shelves.responses),
      git: network.git(cache: cacheFolder(network.settings) + "/git"),
      toolchain: network.settings.toolchains, registriesByScope: network.settings.scopes,
      contents: shelves.contents)
    resources.contents.scope = network.scope
    var ecosystems: [any PackageEcosystem] = []
    for description in servedEcosystems.descriptions {
      ecosystems.append(try description.create(resources))
    }
    return ecosystems
  }

  /// The logger that the words ask for, or else the operator's file.
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
          try await store.keep(bytes, as: name, now: milliseconds() / 1000)
        } catch {
          log.warning("content cannot be cached", ["error": "\(error)"])
        }
      })
  }

  /// Opens the state that the operator's file names.
  static func open(
    _ settings: OperatorFile, _ state: State
  ) async throws(Problem) -> StateStore {
    do {
      guard case .configured = state else { return try await StateStore.inMemory() }
      switch settings.state {
      case .sqlite(let path): return try await StateStore.open(path)
      case .postgres(let url): return try await StateStore.open(server: url)
      }
    } catch {
      throw Problem(state: error, at: settings.state.place)
    }
  }

  /// Reads the rules that a tree's own file gives, inside what the operator allows.
  ///
  /// - Throws: a `Problem` with the place of the first mistake.
  func entries(of tree: SourceTree) async throws(Problem) -> [Updates.Entry] {
    let file = try await file(of: tree)
    var entries: [Updates.Entry] = []
    for update in file.updates { entries.append(try entry(update, in: file)) }
    return entries
  }

  /// Reads a tree's own file, cut down to what is allowed; the operator's defaults without one.
  ///
  /// - Throws: a `Problem` with the place of the first mistake.
  func file(of tree: SourceTree) async throws(Problem) -> RepositoryFile {
    guard let path = RepositoryFile.paths.first(where: tree.paths.contains) else {
      var file = RepositoryFile()
      file.updates = [settings.scheduledDefaults].compactMap(\.self)
      return file
    }
    let decoded = RepositoryFile.read(
      try await configuration(path, of: tree), ecosystems: servedEcosystems
    ).narrowed(by: settings)
    guard var file = decoded.value else { throw Problem(configuration: decoded.findings) }
    file.findings = decoded.findings
    for finding in decoded.findings {
      world.log.log(finding.severity == .note ? .debug : .warning, "\(finding)")
    }
    return file
  }

  /// Reads a configuration; what is refused of one, such as merge conflict marks, is a mistake.
  private func configuration(
    _ path: String, of tree: SourceTree
  ) async throws(Problem) -> SourceText {
    do throws(Problem) {
      return try await tree.read(path)
    } catch {
      var problem = error
      if problem.kind == .refused { problem.kind = .usage }
      throw problem
    }
  }

  /// Makes an entry of a file ready to be asked, with the credentials that it selects.
  func entry(
    _ update: UpdateEntry, in file: RepositoryFile
  ) throws(Problem) -> Updates.Entry {
    var entry = Updates.Entry(update, in: file) { version, requirement throws(Problem) in
      try servedEcosystems.version(version, satisfies: requirement, in: update.ecosystem)
    }
    for finding in unreadableRanges(in: update) { world.log.warning("\(finding)") }
    let withheld = settings.withheld(from: update, of: file)
    if !withheld.isEmpty {
      entry.ecosystems = try Self.ecosystems(over: network.withholding(withheld), shelves)
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

extension OperatorFile {
  /// The operator's defaults; where they have no schedule of their own, the service's counts.
  fileprivate var scheduledDefaults: UpdateEntry? {
    guard var entry = narrowedDefaults else { return nil }
    if entry.schedule == Schedule() { entry.schedule = schedule }
    return entry
  }
}
