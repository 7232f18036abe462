import Ecosystem
import Gems

/// The rules of the Gemfile about which source a gem comes from.
///
/// A gem that the Gemfile names comes from the source named there. A dependency of a gem comes from
/// the source of that gem if it is not a global one and has it, or else from the global servers: a
/// private name is never sent to a public server, nor the other way round.
struct GemSources: Sendable {
  let definition: Definition
  /// Gems of folders and repositories.
  let local: [GemSource: [GemSpec]]
  /// The gems that come from servers of `source` blocks as dependencies of other gems.
  var inherited: [String: GemSource] = [:]

  /// Returns the source of a gem.
  subscript(name: String) -> GemSource {
    if let direct = definition.directSource(of: name) { return definition.held(direct) }
    let holder = definition.localSources.first { source in
      local[source]?.contains { $0.name == name } ?? false
    }
    return holder.map(definition.held) ?? inherited[name] ?? definition.defaultSource
  }
}

/// The page of a gem in the compact index of its servers.
struct GemNeed: Hashable, Sendable, CustomStringConvertible {
  var name: String
  var servers: RubygemsSource

  var description: String { name }
}

extension GemIndex {
  /// Returns the pages that are needed; gems of folders and repositories are added at once.
  mutating func missing(_ names: [String], _ sources: GemSources) -> [GemNeed] {
    var needs: [GemNeed] = []
    var seen: Set<GemNeed> = []
    for name in names where self[name] == nil {
      let source = sources[name]
      if case .rubygems(let servers) = source {
        let need = GemNeed(name: name, servers: servers)
        if seen.insert(need).inserted { needs.append(need) }
      } else {
        add(name, (sources.local[source] ?? []).filter { $0.name == name })
      }
    }
    return needs
  }

  /// Returns the pages of the dependencies of a gem's newest release, probably the next needs.
  mutating func following(_ specs: [GemSpec], _ sources: GemSources) -> [GemNeed] {
    let newest = specs.filter { spec in
      !spec.version.isPrerelease && sources.definition.toolchain.admits(spec)
    }.max { $0.version < $1.version }
    let names = newest?.dependencies.map(\.name).filter { $0 != "bundler" } ?? []
    return missing(names, sources)
  }
}

extension CompactIndex {
  /// Fetches a gem's page from all servers of a source; the last declared one has precedence.
  @concurrent func specs(
    of need: GemNeed, _ rules: PlatformRules
  ) async throws(Problem) -> [GemSpec] {
    var files: [(remote: String, bytes: [UInt8])] = []
    for remote in need.servers.remotes {
      guard let bytes = try await info(need.name, at: remote) else { continue }
      files.append((remote, bytes))
    }
    let page = ParsedPages.Page(name: need.name, servers: need.servers, rules: rules)
    let texts = files.map(\.bytes)
    if let known = pages.specs(of: page, in: texts) { return known }
    var parser = InfoParser(name: need.name, source: .rubygems(need.servers), rules: rules)
    var result: [GemSpec] = []
    for (remote, bytes) in files {
      do throws(InfoParser.Defect) {
        let found = try parser.parse(bytes)
        let known = Set(result.map(\.fullName))
        result += known.isEmpty ? found : found.filter { !known.contains($0.fullName) }
      } catch {
        throw error.problem(of: "\(remote)info/\(need.name)")
      }
    }
    pages.remember(result, of: page, in: texts)
    return result
  }
}

extension InfoParser.Defect {
  fileprivate func problem(of url: String) -> Problem {
    switch self {
    case .invalid(let line):
      Problem(.failed, "has an invalid line in its index (line \(line))", subject: url)
    case .platforms(let version):
      Problem(
        .refused, "lists more than \(InfoParser.mostPlatforms) platforms of \(version)",
        subject: url)
    }
  }
}
