import Arguments
import Bundler
import Changelogs
import Configuration
import Ecosystem
import FoundationEssentials
import HTTP
import Logging
import NPM
import Store
import SwiftPM
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

  /// Reads the operator's file and opens the state.
  init(_ invocation: Invocation, terminal: Terminal, state: State) async throws(Problem) {
    let found = try OperatorFile.named(by: invocation) { terminal.error("martlet: \($0)\n") }
    settings = found ?? OperatorFile()
    let log = Self.logger(settings, invocation, terminal)
    network = Network(settings)
    let store = try await Self.open(settings, state)
    let http = try network.registries(state.responses(of: store))
    let git = network.git(cache: Self.cacheFolder(settings) + "/git")
    let profile = settings.toolchains.profile
    let ecosystems: [any PackageEcosystem] = [
      SwiftPMEcosystem(
        http: http, git: git, toolchain: profile, cache: Self.manifests(store, state, log)),
      BundlerEcosystem(http: http, git: git, toolchain: profile),
      NPMEcosystem(http: http, toolchain: profile),
    ]
    world = World(
      ecosystems: ecosystems, store: store, now: { milliseconds() / 1000 }, log: log,
      notes: ReleaseNotes(
        finder: NotesFinder(client: try network.notes(store.responses), hosts: settings.hosts),
        ecosystems: ecosystems, store: store, now: { milliseconds() / 1000 }
      ).callAsFunction)
  }

  private static func logger(
    _ settings: OperatorFile, _ invocation: Invocation, _ terminal: Terminal
  ) -> Logger {
    let format = invocation.value("log-format").flatMap(Format.init(rawValue:))
    let level = invocation.value("log-level").flatMap(Level.init(rawValue:))
    return terminal.logger(
      format ?? settings.log.format, from: level ?? settings.log.level,
      redacting: Redaction(settings.secrets))
  }

  /// Manifests by commit, which a pass finds again in the state; other commands keep none.
  private static func manifests(
    _ store: StateStore, _ state: State, _ log: Logger
  ) -> ManifestCache {
    guard case .configured = state else { return .memory() }
    return .stored(
      load: { name in
        do {
          return try await store.content(name)
        } catch {
          log.warning("a manifest that was kept cannot be read", ["error": "\(error)"])
          return nil
        }
      },
      keep: { name, bytes in
        do {
          try await store.keep(bytes, as: name, now: milliseconds() / 1000)
        } catch {
          log.warning("a manifest cannot be kept", ["error": "\(error)"])
        }
      })
  }

  static func open(
    _ settings: OperatorFile, _ state: State
  ) async throws(Problem) -> StateStore {
    do {
      guard case .configured = state else { return try await StateStore.inMemory() }
      switch settings.state {
      case .sqlite(let path): return try await StateStore.open(path)
      case .postgres(let url): return try await StateStore.open(server: url)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.failed, "the state cannot be opened: \(error)")
    }
  }

  /// Where git's caches go: as configured, else where the user keeps caches.
  static func cacheFolder(_ settings: OperatorFile) -> String {
    if let folder = settings.cache { return folder }
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      return folder + "/martlet"
    }
    return (environment("HOME") ?? "/tmp") + "/.cache/martlet"
  }

  /// Reads the rules that a tree's own file gives, inside what the operator allows.
  ///
  /// - Throws: a `Problem` with the place of the first mistake.
  func entries(of tree: SourceTree) async throws(Problem) -> [Updates.Entry] {
    guard let path = RepositoryFile.paths.first(where: tree.paths.contains) else {
      return settings.narrowedDefaults.map { [entry($0)] } ?? []
    }
    let source = try await tree.read(path)
    let decoded = RepositoryFile.read(source).narrowed(by: settings)
    guard let file = decoded.value else { throw Problem(configuration: decoded.findings) }
    for finding in decoded.findings { world.log.warning("\(finding)") }
    return file.updates.map { entry($0, in: file) }
  }

  private func entry(
    _ entry: UpdateEntry, in file: RepositoryFile = RepositoryFile()
  ) -> Updates.Entry {
    let ecosystem = world.ecosystems.first { $0.name == entry.ecosystem }
    return Updates.Entry(entry, in: file) { version, requirement throws(Problem) in
      try ecosystem?.version(version, satisfies: requirement) ?? false
    }
  }
}
