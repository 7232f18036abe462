import Ecosystem
import JSON
import JavaScript
import Text

extension ResolverRun {
  /// What an edge asks for, after overrides and catalogs, with its text.
  func requirement(
    of edge: Edge, _ owner: Int
  ) throws(Problem) -> (kind: Requirement, text: String) {
    let text = input.overrides.replacement(for: edge, of: graph[owner]) ?? edge.text
    let requirement = memo.requirement(edge.name, text)
    guard case .catalog(let catalog) = requirement else { return (requirement, text) }
    let joinsDefault = input.dialect.joinsDefault
    guard
      let entry = input.catalogs.range(of: edge.name, in: catalog, joinsDefault: joinsDefault)
    else {
      throw Problem(.refused, "names a catalog that does not have it", subject: edge.name)
    }
    return (memo.requirement(edge.name, entry), entry)
  }

  /// Returns the package of an edge; nil if a document is missing.
  mutating func target(of edge: Edge, _ owner: Int, isOfProject: Bool) throws(Problem) -> Int? {
    let (requirement, text) = try requirement(of: edge, owner)
    switch requirement {
    case .member: return try member(edge)
    case .catalog: throw Problem(.refused, "leads from a catalog to a catalog", subject: edge.name)
    case .folder(let path): return try folder(path, of: owner)
    case .link(let path): return try link(path, of: owner)
    case .tarball(let path): return try tarball(path, of: owner)
    case .unsupported(let reason): throw Problem(.refused, reason, subject: edge.name)
    case .tag(let package, _):
      let found = try registered(package, requirement, text)
      if !isOfProject, let found { tagged[package] = found }
      return found
    case .range(let package, let range):
      if let member = linked(edge, range) { return member }
      let asksRegistry = isForced(edge) || edge.isBundled && edge.kind != .peer && input.lock == nil
      if !asksRegistry, let present = present(package, range, isOfProject) {
        return present
      }
      let found = try registered(package, requirement, text)
      try requireAged(found, package, range)
      return found
    }
  }

  /// Refuses another version than one of the old lock that fits if a minimum age decides.
  private func requireAged(_ found: Int?, _ package: String, _ range: BunRange) throws(Problem) {
    guard let found, input.settings.releaseAge != nil, known[package] != nil,
      input.preference.requested(package).isEmpty
    else { return }
    let present = graph.versions(of: package).first { index in
      !graph[index].isNew && graph[index].version.map(range.admits) ?? false
    }
    guard let present, present != found else { return }
    throw Problem(
      .refused,
      "has a locked version that fits, and it isn't certain whether minimumReleaseAge keeps it",
      subject: package)
  }

  /// Whether an update asks for the best version of an edge.
  func isForced(_ edge: Edge) -> Bool {
    switch input.aim {
    case .install: false
    case .update(let names):
      names.contains(memo.requirement(edge.name, edge.text).package ?? edge.name)
    case .updateAll: false
    }
  }

  private func present(_ package: String, _ range: BunRange, _ isOfProject: Bool) -> Int? {
    let demanded = !input.preference.requested(package).isEmpty
    if demanded { return nil }
    let fits = { (index: Int) in graph[index].version.map(range.admits) ?? false }
    if isOfProject { return graph.versions(of: package).first(where: fits) }
    guard let known = known[package], fits(known) else { return nil }
    if let tagged = tagged[package], fits(tagged), let new = graph[tagged].version,
      let old = graph[known].version, old < new
    {
      return tagged
    }
    return known
  }

  private func member(_ edge: Edge) throws(Problem) -> Int {
    guard let found = members.first(where: { graph[$0].name == edge.name }) else {
      if graph[Graph.root].name == edge.name { return Graph.root }
      throw Problem(
        .refused, "asks for a member that the workspace doesn't have", subject: edge.name)
    }
    return found
  }

  /// The member that a range of the registry leads to.
  private func linked(_ edge: Edge, _ range: BunRange) -> Int? {
    guard input.settings.linksMembers, !edge.text.trimmed.hasPrefix("npm:") else { return nil }
    return members.first { index in
      guard graph[index].name == edge.name else { return false }
      return range == .any || graph[index].version.map(range.admits) ?? false
    }
  }

  private func finding(_ need: BunNeed) -> BunFinding? { findings[need] }

  /// Returns a path from the root; only the root's own are known to be written so.
  private func path(_ path: String, of owner: Int) throws(Problem) -> String {
    guard owner == Graph.root else {
      throw Problem(
        .refused, "is a folder or file outside the root's own dependencies", subject: path)
    }
    let parts = path.slashParts().filter { $0 != "." }
    guard !path.hasPrefix("/"), !parts.contains("..") else {
      throw Problem(.refused, "is a path outside the project", subject: path)
    }
    return parts.joined(separator: "/")
  }

  private mutating func folder(_ text: String, of owner: Int) throws(Problem) -> Int? {
    let path = try path(text, of: owner)
    guard let manifest = try manifest(path) else { return nil }
    return add(Package(manifest, from: .folder(path)))
  }

  private mutating func link(_ text: String, of owner: Int) throws(Problem) -> Int? {
    let path = try path(text, of: owner)
    guard let manifest = try manifest(path) else { return nil }
    return add(Package(manifest, from: .link(text)))
  }

  private mutating func manifest(_ path: String) throws(Problem) -> Document? {
    guard case .folder(let found)? = finding(.folder(path)) else {
      missing.insert(.folder(path))
      return nil
    }
    guard let found else {
      throw Problem(.refused, "is not a folder with a package.json", subject: path)
    }
    return found
  }

  private mutating func tarball(_ text: String, of owner: Int) throws(Problem) -> Int? {
    let path = try path(text, of: owner)
    guard case .tarball(let manifest, let digest)? = finding(.tarball(path)) else {
      missing.insert(.tarball(path))
      return nil
    }
    return add(Package(manifest, from: .tarball(text), digest: digest))
  }

  /// Adds a package of the repository.
  private mutating func add(_ package: Package) -> Int {
    var package = package
    if !input.dialect.writesDetails { package.properties["hasInstallScript"] = nil }
    return graph.add(package)
  }

  /// Returns the registry's version for an edge, whatever the old lock has; nil if a document is missing.
  mutating func fromRegistry(of edge: Edge, _ owner: Int) throws(Problem) -> Int? {
    let (requirement, text) = try requirement(of: edge, owner)
    guard let package = requirement.package else { return nil }
    return try registered(package, requirement, text, refreshes: false)
  }

  /// Returns a version of the registry; nil if the document is missing.
  private mutating func registered(
    _ package: String, _ requirement: Requirement, _ text: String, refreshes: Bool = true
  ) throws(Problem) -> Int? {
    guard let packument = try packument(package) else { return nil }
    let chosen = try choice(requirement, text, packument)
    var new = try memo.package(chosen, of: packument)
    new.edges += input.extensions.edges(for: new)
    if !input.dialect.writesDetails {
      new.properties["libc"] = nil
      new.properties["hasInstallScript"] = nil
    }
    if let known = graph.index(of: new.label) {
      if refreshes { graph[known].properties = new.properties }
      return known
    }
    return graph.add(new)
  }

  private func choice(
    _ requirement: Requirement, _ text: String, _ packument: Packument
  ) throws(Problem) -> VersionManifest {
    let preferred = input.preference.choice(
      for: PackageSpec(text), of: packument, input.engines)
    if let preferred { return preferred }
    let isExempt = input.settings.ageExclusions.contains(packument.name)
    var choice = VersionChoice(
      packument: packument, age: isExempt ? nil : input.settings.releaseAge, now: input.now)
    choice.avoidsDeprecated = input.dialect.avoidsDeprecated
    choice.patched = Set(
      input.patches.compactMap { $0.name.tail(after: packument.name + "@") })
    switch requirement {
    case .tag(_, let tag): return try choice.tagged(tag)
    case .range(_, let range):
      do throws(Problem) {
        return try choice.best(range, text)
      } catch {
        // An update keeps locked versions, and what it does without an old one isn't measured.
        guard choice.age != nil, input.lock != nil, error.kind == .unsolvable else {
          throw error
        }
        throw Problem(
          .refused, "has no version that is old enough, and it isn't certain what stays",
          subject: packument.name)
      }
    default: throw Problem(.failed, "is not a version of a registry", subject: text)
    }
  }

  /// Returns the document of a package; nil if it is missing.
  mutating func packument(_ name: String) throws(Problem) -> Packument? {
    // The abbreviated document has no `libc`, which only such packages have.
    let isFull = input.settings.releaseAge != nil || memo.namesLibrary(name)
    let need = BunNeed.packument(name, isFull: isFull)
    guard case .packument(let answer)? = finding(need) else {
      missing.insert(need)
      return nil
    }
    switch answer {
    case .success(let packument): return packument
    case .failure(let failure): throw failure.problem
    }
  }
}
