import Ecosystem

/// Finds the gems that come from servers of `source` blocks: the dependencies of their gems that
/// the server has.
struct SourceSurvey: ResumableResolution {
  private var sources: GemSources
  /// The servers that were not searched yet, in the order of the Gemfile.
  private var servers: [RubygemsSource]
  /// The gems of the current server whose pages are needed, in the order of discovery.
  private var open: [String] = []
  private var seen: Set<String> = []
  private var pages: [String: [GemSpec]] = [:]
  private var isSearching = false

  init(_ definition: Definition, local: [GemSource: [GemSpec]]) {
    sources = GemSources(definition: definition, local: local)
    servers = definition.gemfile.servers
  }

  mutating func resume() throws(Problem) -> ResolutionStep<GemSources, GemNeed> {
    while let server = servers.first {
      if isSearching {
        try follow(server)
      } else {
        let source = GemSource.rubygems(server)
        open = sources.definition.gemfile.dependencies.filter { $0.source == source }.map(\.name)
        seen = Set(open)
        isSearching = true
      }
      guard open.isEmpty else {
        pages = [:]
        return .needs(open.map { GemNeed(name: $0, servers: server) })
      }
      isSearching = false
      servers.removeFirst()
    }
    return .finished(sources)
  }

  mutating func add(_ specs: [GemSpec], for need: GemNeed) -> [GemNeed] {
    pages[need.name] = specs
    return []
  }

  /// Assigns the gems that were found to the server, and continues with their dependencies.
  private mutating func follow(_ server: RubygemsSource) throws(Problem) {
    let source = GemSource.rubygems(server)
    let found = open.map { (name: $0, specs: pages[$0] ?? []) }
    open = []
    for dependency in found.flatMap(\.specs).flatMap(\.dependencies)
    where seen.insert(dependency.name).inserted {
      open.append(dependency.name)
    }
    for (name, specs) in found where !specs.isEmpty {
      guard sources.definition.directSource(of: name) == nil else { continue }
      try refuseAmbiguity(name, sources.inherited[name], source)
      sources.inherited[name] = sources.inherited[name] ?? source
    }
  }

  /// Refuses a gem on two servers without a source in the Gemfile, as Bundler 4 does.
  private func refuseAmbiguity(
    _ name: String, _ first: GemSource?, _ second: GemSource
  ) throws(Problem) {
    guard let first, first != second,
      sources.definition.toolchain.dialect.isFour
    else { return }
    throw Problem(
      .refused, "is on several servers, and Bundler 4 requires the Gemfile to choose one",
      subject: name, advice: "add the gem to the `source` block of its server")
  }
}
