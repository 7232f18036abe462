import Arguments
import Ecosystem
import Forges
import Service
import Store
import Time
import Versioning

extension Martlet {
  /// `martlet fleet`: prints what is where at which version, from the state.
  func listFleet(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    var query = UseQuery()
    query.package = invocation.value("package")
    query.advisory = invocation.value("advisory")
    let format = invocation.value("format").flatMap(FleetExport.Format.init(rawValue:))
    if let word = invocation.value("repository") {
      guard let name = RepositoryName(word) else {
        throw Problem(.usage, "is not OWNER/NAME", subject: word)
      }
      query.repository = name
    }
    if format != nil, invocation.has("json") {
      throw Problem(.usage, "--format and --json exclude each other")
    }
    let uses = try await withState(invocation, isThere: true) { [query] store, _ in
      let uses = try await store.uses(query)
      if let name = query.repository, uses.isEmpty { try await requireVisit(of: name, in: store) }
      return uses
    }
    let export = FleetExport(
      uses, version: Martlet.version, now: .now(), purlTypes: servedEcosystems.purlTypes)
    if let format {
      terminal.raw(export.text(format))
    } else {
      terminal.result(
        query.package == nil && query.advisory == nil ? export.summary : export.locations,
        invocation.has("json") ? export.document : nil)
    }
    return .done
  }
}

/// - Throws: a usage error if the state doesn't know a repository of this name.
private func requireVisit(of name: RepositoryName, in store: StateStore) async throws {
  let query = FleetQuery(name.description, window: Window(limit: 1_000))
  guard try await !store.fleet(query).rows.contains(where: { $0.repository.name == name }) else {
    return
  }
  throw Problem(
    .usage, "is not in the state", subject: name.description,
    advice: "check the name; 'martlet run' or 'martlet serve' has to visit the repository first")
}

extension FleetExport {
  /// A line for each repository, and the sums.
  fileprivate var summary: String {
    var order: [RepositoryID] = []
    var found: [RepositoryID: [Observation]] = [:]
    for use in uses {
      if found[use.repository] == nil { order.append(use.repository) }
      found[use.repository, default: []].append(use.observation)
    }
    let head = ["repository", "dependencies", "outdated", "vulnerable", "libyears"]
    let rows = order.map { Self.row("\($0.forge)/\($0.name)", found[$0] ?? []) }
    return table(head, rows + [Self.row("all", uses.map(\.observation))])
  }

  private static func row(_ name: String, _ observations: [Observation]) -> [String] {
    let libyears = observations.compactMap(\.libyears).reduce(0, +)
    return [
      name, "\(observations.count)", "\(observations.count { $0.state.isOutdated == true })",
      "\(observations.count { !$0.advisories.isEmpty })", rounded(libyears),
    ]
  }

  /// A line for each place of a package, or that an advisory affects.
  fileprivate var locations: String {
    let head = ["repository", "manifest", "name", "current", "latest", "state", "advisories"]
    let rows = uses.map { use in
      let seen = use.observation
      return [
        "\(use.repository.forge)/\(use.repository.name)", seen.manifest, seen.name,
        seen.current ?? "-", seen.latest ?? "-", seen.state.rawValue,
        seen.advisories.map(\.id).joined(separator: " "),
      ]
    }
    return rows.isEmpty ? "no repository has it\n" : table(head, rows)
  }
}

extension EcosystemCatalog {
  /// The orders of versions, for the pages.
  var versionSort: VersionSort {
    VersionSort { [self] ecosystem, left, right in
      EcosystemID(rawValue: ecosystem).flatMap { self[$0] }?.versions.isLower(left, right)
    }
  }

  /// The types in package URLs by ecosystem.
  var purlTypes: [String: String] {
    Dictionary(descriptions.map { ($0.id.rawValue, $0.purlType) }) { first, _ in first }
  }
}
