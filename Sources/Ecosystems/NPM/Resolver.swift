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
    /// The manifest of a folder; nil if there is none.
    case manifest(SourceText?)
  }

  private let assignment: Assignment
  private var packuments: [Want: Result<Packument, LookUpFailure>] = [:]
  private var folders: [String: Folder] = [:]
  private var picked: [String: Result<Package, LoadFailure>] = [:]
  private var packages: [String: Package] = [:]
  private var writer: LockWriter?
  /// Holds the nodes, also while they are planted and before a tree does.
  private(set) var arena = Arena()
  private(set) var tree: IdealTree?

  /// What stands in a folder that a link leads to.
  private struct Folder {
    var package: Package
    var source: JSON.Document?
  }

  init(_ assignment: Assignment) {
    self.assignment = assignment
  }

  func resume() throws(Problem) -> ResolutionStep<Solution, Want> {
    while true {
      if tree == nil {
        let wants = try plant()
        if !wants.isEmpty { return .needs(wants) }
      }
      guard let tree else { throw Problem(.failed, "has no tree to build") }
      switch tree.advance() {
      case .solved:
        try checkEngines(tree)
        return .finished(try solution(tree))
      case .wants(let wants): return .needs(wants)
      case .restart(let wants):
        self.tree = nil
        return .needs(wants)
      case .conflict(let conflict): throw conflict.problem
      case .refused: throw tree.arena.problem ?? Problem(.failed, "built no tree")
      }
    }
  }

  func add(_ finding: Finding, for want: Want) throws(Problem) -> [Want] {
    switch (want, finding) {
    case (.packument, .packument(let answer)): packuments[want] = answer
    case (.folder(let path), .manifest(let source)): try add(source, in: path)
    default: throw Problem(.failed, "was answered with another document", subject: "\(want)")
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
    assignment.addBinFolder(document.root, at: folder, to: package)
    folders[folder] = Folder(package: package, source: document)
  }

  private func solution(_ tree: IdealTree) throws(Problem) -> Solution {
    guard let writer else { throw Problem(.failed, "has no lock to write") }
    return Solution(lock: try writer.bytes(), of: tree)
  }

  /// npm's EBADENGINE, which is only a warning without `engine-strict`.
  private func checkEngines(_ tree: IdealTree) throws(Problem) {
    guard assignment.isEngineStrict else { return }
    for node in tree.root.inventory.nodes where !node.optional {
      let demand = EngineRequirements(node.package.copied["engines"])
      guard let objection = assignment.engines.objection(to: demand) else { continue }
      throw Problem(
        .unsolvable, "is excluded by engine-strict", subject: node.spec,
        explanation: ["\(node.spec) \(objection)."])
    }
  }

  /// Makes the tree that the old lock describes.
  ///
  /// - Returns: what has to be known first.
  private func plant() throws(Problem) -> [Want] {
    let workspaces = try assignment.workspaceFolders()
    let wants = workspaces.filter { folders[$0] == nil }.map { Want.folder($0) }
    if !wants.isEmpty { return wants }
    arena = Arena(peers: assignment.peers)
    let root = makeRoot()
    try setWorkspaces(of: root, workspaces)
    guard let lock = try assignment.readLock(arena) else {
      return try plantFresh(root, workspaces)
    }
    let missing = try LoadVirtual(root: root, knowledge: self).load(lock)
    if !missing.isEmpty { return missing }
    try checkOverrides(root)
    if let problem = arena.problem { throw problem }
    tree = IdealTree(
      root: root, knowledge: self, updateNames: assignment.updateNames,
      isMutated: !assignment.updateNames.isEmpty, isFromLock: true)
    tree?.queueInvalid()
    if lock.version == 1 {
      let wants = Inflate(root: root, knowledge: self).run()
      if !wants.isEmpty {
        tree = nil
        return wants
      }
      tree?.areFlagsTold = true
    }
    writer = assignment.writer(root, lock)
    return []
  }

  private func makeRoot() -> Node {
    var options = Node.Options()
    options.path = assignment.folder
    options.package = assignment.rootPackage()
    if let rules = assignment.manifest.root["overrides"], !rules.members.isEmpty {
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
          explanation: [other.path, path].map { Paths.relative(assignment.folder, $0) })
      }
      named.append((name, path))
    }
    root.setWorkspaces(named)
  }

  /// Starts without a lock's packages; npm then looks at the folders of workspaces first.
  private func plantFresh(_ root: Node, _ workspaces: [String]) throws(Problem) -> [Want] {
    if !assignment.isUpdateOfAll {
      for path in workspaces where path != assignment.folder {
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
      root: root, knowledge: self, updateNames: assignment.updateNames,
      isMutated: assignment.isUpdateOfAll || !assignment.updateNames.isEmpty,
      isFromLock: assignment.isUpdateOfAll && assignment.lock != nil)
    tree?.queueInvalid()
    writer = assignment.writer(root, nil)
    return []
  }

  /// npm's EOVERRIDE: the root may not override what it wants itself.
  private func checkOverrides(_ root: Node) throws(Problem) {
    for edge in root.edgesOut.elements where edge.spec != edge.rawSpec {
      if edge.spec.hasPrefix("$") { continue }
      throw Problem(
        .unsolvable, "is overridden to another spec than the one it is wanted with",
        subject: "\(edge.name.text)@\(edge.rawSpec)",
        explanation: [
          "The manifest wants \(edge.name.text)@\(edge.rawSpec).",
          "Its overrides say \(edge.spec) for the same package.",
        ])
    }
  }
}

extension Resolver: Knowledge {
  func folder(_ path: String) -> Package? { folders[path]?.package }

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
      let wanted = arena.request(spec)
      if let choice = assignment.preference.choice(for: wanted, of: packument, assignment.engines) {
        return package(choice, of: packument, full: full)
      }
      do throws(PickFailure) {
        let options = PickOptions(engines: assignment.engines)
        return package(try packument.pick(wanted, options), of: packument, full: full)
      } catch {
        return .failure(LoadFailure(error, spec: "\(name)@\(spec)"))
      }
    }
  }

  private func package(
    _ manifest: VersionManifest, of packument: Packument, full: Bool
  ) -> Result<Package, LoadFailure> {
    let key = "\(full ? "f" : "a") \(packument.name) \(manifest.key)"
    if let known = packages[key] { return .success(known) }
    let node: JSON.Node
    do throws(Problem) {
      node = try manifest.read()
    } catch {
      // Never left out like an optional dependency that cannot be had.
      arena.fail(error)
      return .failure(LoadFailure(code: "EJSONPARSE", problem: error))
    }
    do throws(Problem) {
      try manifest.checkDistribution(node)
    } catch {
      return .failure(LoadFailure(code: "EINTEGRITY", problem: error))
    }
    let package = Package(node, from: .registry)
    if !assignment.dialect.hasLicenses { package.copied["license"] = nil }
    packages[key] = package
    return .success(package)
  }
}
