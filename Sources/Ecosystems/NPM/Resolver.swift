import Ecosystem
import JSON
import JavaScript
import Text

/// Resolves the lock of one project, without any request.
///
///     resume -> needs([lodash]) -> add(lodash) -> resume -> finished(lock)
final class Resolver: ResumableResolution {
  /// The result of a request.
  enum Finding: Sendable {
    /// The registry's document, or that the registry doesn't have the package.
    case packument(Result<Packument, LookUpFailure>)
    /// The manifest of a folder; nil for a folder without one.
    case manifest(SourceText?)
    /// The packages in a tarball.
    case bundle(BundledPackages)
  }

  let input: ResolverInput
  private(set) var packuments: [ResolutionRequest: Result<Packument, LookUpFailure>] = [:]
  private var folders: [String: Folder] = [:]
  private var bundles: [ResolutionRequest: BundledPackages] = [:]
  private var picked: [String: Result<Package, LoadFailure>] = [:]
  private var packages: [String: Package] = [:]
  private var writer: LockWriter?
  /// Owns the nodes, before the tree exists too.
  private(set) var arena = Arena()
  private(set) var tree: IdealTree?

  /// The manifest in the target of a link.
  private struct Folder {
    var package: Package
    var source: JSON.Document?
  }

  init(_ input: ResolverInput) {
    self.input = input
  }

  func resume() throws(Problem) -> ResolutionStep<Solution, ResolutionRequest> {
    while true {
      if tree == nil {
        let requests = try plant()
        if !requests.isEmpty { return .needs(requests) }
      }
      guard let tree else { throw Problem(.failed, "has no tree to build") }
      switch tree.advance() {
      case .solved:
        try checkEngines(tree)
        return .finished(try solution(tree))
      case .needs(let requests): return .needs(requests)
      case .restart(let requests):
        self.tree = nil
        return .needs(requests)
      case .conflict(let conflict): throw conflict.problem
      case .refused: throw tree.arena.problem ?? Problem(.failed, "built no tree")
      }
    }
  }

  func add(_ finding: Finding, for request: ResolutionRequest) throws(Problem)
    -> [ResolutionRequest]
  {
    switch (request, finding) {
    case (.packument, .packument(let answer)):
      packuments[request] = answer
      if case .success(let packument) = answer { return followers(of: packument, for: request) }
    case (.folder(let path), .manifest(let source)): try add(source, in: path)
    case (.tarball, .bundle(let bundle)): bundles[request] = bundle
    default: throw Problem(.failed, "was answered with another document", subject: "\(request)")
    }
    return []
  }

  private func add(_ source: SourceText?, in folder: String) throws(Problem) {
    guard let source else {
      let package = Package()
      package.isMissing = true
      folders[folder] = Folder(package: package)
      return
    }
    let document = try Manifest.document(source)
    let package = Package(document.root, from: .manifest)
    input.addBinFolder(document.root, at: folder, to: package)
    folders[folder] = Folder(package: package, source: document)
  }

  private func solution(_ tree: IdealTree) throws(Problem) -> Solution {
    guard let writer else { throw Problem(.failed, "has no lock to write") }
    // The lock takes the memory of the documents.
    packuments = [:]
    picked = [:]
    packages = [:]
    return Solution(lock: try writer.bytes(), of: tree)
  }

  /// Throws npm's EBADENGINE, which is a warning without `engine-strict`.
  private func checkEngines(_ tree: IdealTree) throws(Problem) {
    guard input.isEngineStrict else { return }
    for node in tree.root.inventory.nodes where !node.optional {
      let demand = EngineRequirements(node.package.copied["engines"])
      guard let objection = input.engines.objection(to: demand) else { continue }
      throw Problem(
        .unsolvable, "is excluded by engine-strict", subject: node.spec,
        explanation: ["\(node.spec) \(objection)."])
    }
  }

  /// Builds the tree of the old lock.
  ///
  /// - Returns: the missing data; the tree is complete if it is empty.
  private func plant() throws(Problem) -> [ResolutionRequest] {
    let workspaces = try input.workspaceFolders()
    let requests = workspaces.filter { folders[$0] == nil }.map { ResolutionRequest.folder($0) }
    if !requests.isEmpty { return requests }
    arena = Arena(
      peers: input.peers, dialect: input.dialect, isSaving: input.isSaving,
      preference: input.preference, manifest: input.manifest.root["dependencies"]?.location)
    let root = makeRoot()
    try setWorkspaces(of: root, workspaces)
    guard let lock = try input.readLock(arena) else {
      return try plantWithoutLock(root, workspaces)
    }
    let missing = try LoadVirtual(root: root, knowledge: self).load(lock)
    if !missing.isEmpty { return missing }
    try checkOverrides(root)
    refuseWorkspaceOverrides(root)
    if let problem = arena.problem { throw problem }
    tree = IdealTree(
      root: root, knowledge: self, updateNames: input.updateNames,
      isMutated: !input.updateNames.isEmpty, isFromLock: true)
    tree?.queueInvalid()
    if lock.version == 1 {
      let requests = Inflate(root: root, knowledge: self).run()
      if !requests.isEmpty {
        tree = nil
        return requests
      }
      tree?.areFlagsComputed = true
    }
    writer = input.writer(root, lock)
    return []
  }

  private func makeRoot() -> Node {
    var options = Node.Options()
    options.path = input.folder
    options.package = input.rootPackage()
    if input.dialect.has(.overrides), let rules = input.manifest.root["overrides"],
      !rules.members.isEmpty
    {
      options.overrides = OverrideSet(rules, arena: arena)
    }
    let root = Node(options, in: arena)
    DepFlags.clear(root)
    return root
  }

  private func setWorkspaces(of root: Node, _ workspaces: [String]) throws(Problem) {
    if workspaces.isEmpty { return }
    var named: [(name: String, path: String)] = []
    for path in workspaces {
      let name = folders[path]?.package.name ?? Paths.packageName(of: path)
      if let other = named.first(where: { $0.name == name }) {
        throw Problem(
          .failed, "is the name of two workspaces", subject: name,
          explanation: [other.path, path].map { Paths.relative(input.folder, $0) })
      }
      named.append((name, path))
    }
    root.setWorkspaces(named)
  }

  /// Starts without a lock; then npm adds the workspaces first.
  private func plantWithoutLock(_ root: Node, _ workspaces: [String]) throws(Problem)
    -> [ResolutionRequest]
  {
    if !input.isUpdateOfAll {
      for path in workspaces where path != input.folder {
        guard let package = folders[path]?.package else { continue }
        var options = Node.Options()
        options.path = path
        options.package = package
        options.root = root
        options.overrides = root.overrides?.rule(
          forNode: package.name ?? "", version: package.semver)
        _ = Node(options, in: arena)
      }
    }
    try checkOverrides(root)
    if let problem = arena.problem { throw problem }
    tree = IdealTree(
      root: root, knowledge: self, updateNames: input.updateNames,
      isMutated: input.isUpdateOfAll || !input.updateNames.isEmpty,
      isFromLock: input.isUpdateOfAll && input.lock != nil)
    tree?.queueInvalid()
    writer = input.writer(root, nil)
    return []
  }

  /// Refuses an override with which npm 11 removes a dependency from the tree of a workspace.
  private func refuseWorkspaceOverrides(_ root: Node) {
    guard input.dialect.has(.workspaceOverrides) else { return }
    let keys = input.manifest.root["overrides"]?.members.map(\.key) ?? []
    for workspace in root.inventory.nodes where workspace.isWorkspace && !keys.isEmpty {
      for name in keys.map(arena.name) {
        guard let edge = workspace.edgesOut[name], let locked = root.children[name] else {
          continue
        }
        let version = Version(locked.version)
        if let range = Range(edge.spec), version.map(range.contains) ?? false { continue }
        arena.refuse(
          "is overridden with a version that the lock doesn't have, for a workspace of npm 11",
          subject: "\(name.text)@\(edge.spec)")
      }
    }
  }

  /// npm's EOVERRIDE: the root may not override what it wants itself.
  private func checkOverrides(_ root: Node) throws(Problem) {
    for edge in root.edgesOut.elements where edge.spec != edge.rawSpec {
      if edge.spec.hasPrefix("$") { continue }
      throw Problem(
        .unsolvable, "is overridden with a spec other than the dependency's",
        subject: "\(edge.name.text)@\(edge.rawSpec)",
        explanation: [
          "The manifest wants \(edge.name.text)@\(edge.rawSpec).",
          "Its overrides replace that by \(edge.spec).",
        ])
    }
  }
}

extension Resolver: Knowledge {
  func folder(_ path: String) -> Package? { folders[path]?.package }

  func bundle(_ request: ResolutionRequest) -> BundledPackages? { bundles[request] }

  func manifest(_ name: String, _ spec: String, full: Bool) -> Result<Package, LoadFailure>? {
    let key = "\(full ? "f" : "a") \(name) \(spec)"
    if let known = picked[key] { return known }
    guard let answer = packuments[.packument(name: name, full: full)] else { return nil }
    let result = pick(spec, name, answer, full: full)
    picked[key] = result
    return result
  }

  private func pick(
    _ spec: String, _ name: String, _ answer: Result<Packument, LookUpFailure>, full: Bool
  ) -> Result<Package, LoadFailure> {
    switch answer {
    case .failure(let failure): return .failure(LoadFailure(failure))
    case .success(let packument):
      do throws(PickFailure) {
        let result = package(try choose(spec, of: packument), of: packument, full: full)
        // Never omitted like an unavailable optional dependency.
        if case .failure(let failure) = result, failure.code == Self.unreadable {
          arena.fail(failure.problem)
        }
        return result
      } catch {
        return .failure(LoadFailure(error, spec: "\(name)@\(spec)"))
      }
    }
  }

  /// The version that npm chooses for a spec.
  func choose(
    _ spec: String, of packument: Packument
  ) throws(PickFailure) -> VersionManifest {
    let wanted = arena.request(spec)
    if let choice = input.preference.choice(for: wanted, of: packument, input.engines) {
      return choice
    }
    var options = PickOptions(engines: input.engines)
    options.before = input.before
    options.takesAnyLatest = !input.dialect.has(.usableLatest)
    return try packument.pick(wanted, options)
  }

  /// npm's code for a manifest that isn't JSON.
  private static let unreadable = "EJSONPARSE"

  /// Parses a chosen version.
  func package(
    _ manifest: VersionManifest, of packument: Packument, full: Bool
  ) -> Result<Package, LoadFailure> {
    let key = "\(full ? "f" : "a") \(packument.name) \(manifest.key)"
    if let known = packages[key] { return .success(known) }
    let node: JSON.Node
    do throws(Problem) {
      node = try manifest.read()
    } catch {
      return .failure(LoadFailure(code: Self.unreadable, problem: error))
    }
    do throws(Problem) {
      try manifest.checkDistribution(node)
    } catch {
      return .failure(LoadFailure(code: "EINTEGRITY", problem: error))
    }
    let package = Package(node, from: .registry)
    if !input.dialect.has(.licenses) { package.copied["license"] = nil }
    packages[key] = package
    return .success(package)
  }
}
