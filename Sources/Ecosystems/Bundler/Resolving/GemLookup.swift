import Ecosystem
import HTTP
import Ruby

/// Looks gems up where the Gemfile's rules say that they may come from.
///
/// A gem that the Gemfile names comes from the source named there. One that another gem brings in
/// comes from that gem's own source if that is not a global one and has it, else from the global
/// servers: a private name is never asked of a public server, nor the other way round.
struct GemLookup: Sendable {
  let http: CompactIndex
  let definition: Definition
  /// Gems of folders and repositories.
  let local: [GemSource: [GemSpec]]
  /// Names that the servers of blocks bring in.
  private var inherited: [String: GemSource] = [:]

  init(http: CompactIndex, definition: Definition, local: [GemSource: [GemSpec]]) {
    self.http = http
    self.definition = definition
    self.local = local
  }

  /// Works out which gems come from servers of blocks: what their gems need, if they have it.
  mutating func prepare() async throws(Problem) {
    for server in definition.gemfile.servers {
      let source = GemSource.rubygems(server)
      var open = definition.gemfile.dependencies.filter { $0.source == source }.map(\.name)
      var seen = Set(open)
      while !open.isEmpty {
        let found = try await fetch(open, from: { _ in source })
        open = []
        for spec in found.flatMap(\.specs) {
          for dependency in spec.dependencies where seen.insert(dependency.name).inserted {
            open.append(dependency.name)
          }
        }
        for (name, specs) in found where !specs.isEmpty {
          guard definition.directSource(of: name) == nil else { continue }
          try refuseAmbiguity(name, inherited[name], source)
          inherited[name] = inherited[name] ?? source
        }
      }
    }
  }

  /// Bundler 4 stops where two servers have a gem that the Gemfile gives no source.
  private func refuseAmbiguity(
    _ name: String, _ first: GemSource?, _ second: GemSource
  ) throws(Problem) {
    guard let first, first != second,
      LockDialect(bundler: definition.toolchain.bundler).isFour
    else { return }
    throw Problem(
      .refused, "is on several servers, and Bundler 4 wants the Gemfile to choose one",
      subject: name, advice: "add the gem to the `source` block that it is to come from")
  }

  /// Where a gem comes from.
  func source(of name: String) -> GemSource {
    if let direct = definition.directSource(of: name) { return definition.held(direct) }
    let holder = definition.localSources.first { source in
      local[source]?.contains { $0.name == name } ?? false
    }
    return holder.map(definition.held) ?? inherited[name] ?? definition.defaultSource
  }

  /// Looks gems up, and ahead of need what their newest versions depend on.
  func fetch(
    _ names: [String], into index: inout GemIndex, ahead: Bool
  ) async throws(Problem) {
    var asked: Set<String> = []
    var open = names.filter { index[$0] == nil && asked.insert($0).inserted }
    while !open.isEmpty {
      let found = try await fetch(open, from: source(of:))
      open = []
      for (name, specs) in found {
        index.add(name, specs)
        guard ahead, let newest = newest(of: specs) else { continue }
        for dependency in newest.dependencies
        where index[dependency.name] == nil && dependency.name != "bundler"
          && asked.insert(dependency.name).inserted
        {
          open.append(dependency.name)
        }
      }
    }
  }

  private func newest(of specs: [GemSpec]) -> GemSpec? {
    specs.filter { spec in
      !spec.version.isPrerelease && definition.toolchain.admits(spec)
    }.max { $0.version < $1.version }
  }

  private func fetch(
    _ names: [String], from source: (String) -> GemSource
  ) async throws(Problem) -> [(name: String, specs: [GemSpec])] {
    let places = names.map { ($0, source($0)) }
    let results = await withTaskGroup(of: (Int, Result<[GemSpec], Problem>).self) { group in
      for (index, place) in places.enumerated() {
        group.addTask { (index, await specs(of: place.0, in: place.1)) }
      }
      return await group.reduce(into: [Int: Result<[GemSpec], Problem>]()) { $0[$1.0] = $1.1 }
    }
    var found: [(name: String, specs: [GemSpec])] = []
    for (index, place) in places.enumerated() {
      if let result = results[index] { found.append((place.0, try result.get())) }
    }
    return found
  }

  @concurrent private func specs(
    of name: String, in source: GemSource
  ) async -> Result<[GemSpec], Problem> {
    guard case .rubygems(let servers) = source else {
      return .success((local[source] ?? []).filter { $0.name == name })
    }
    do throws(Problem) {
      return .success(try await specs(of: name, at: servers, as: source))
    } catch {
      return .failure(error)
    }
  }

  /// Asks all servers of a source; what the last declared has goes before.
  private func specs(
    of name: String, at servers: RubygemsSource, as source: GemSource
  ) async throws(Problem) -> [GemSpec] {
    var parser = InfoParser(name: name, source: source, rules: definition.rules)
    var result: [GemSpec] = []
    for remote in servers.remotes {
      guard let bytes = try await http.info(name, at: remote) else { continue }
      do throws(InfoParser.Malformed) {
        let found = try parser.parse(bytes)
        let known = Set(result.map(\.fullName))
        result += known.isEmpty ? found : found.filter { !known.contains($0.fullName) }
      } catch {
        throw Problem(
          .failed, "has a line of no known form in its index (line \(error.line))",
          subject: "\(remote)info/\(name)")
      }
    }
    return result
  }
}
