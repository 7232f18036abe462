import Ecosystem
import Synchronization
import Text
import Updates
import Versioning

/// An ecosystem of one line a dependency: `name version`, locked and demanded alike.
///
/// `deps.txt` is npm's, `gems.txt` Bundler's. What exists and what goes together is told by tests.
final class ScriptedEcosystem: PackageEcosystem {
  let name: EcosystemName
  private let shelf = Mutex(Shelf())

  /// What the registry has.
  struct Shelf {
    /// Versions by name, oldest first.
    var versions: [String: [String]] = [:]
    /// Pairs such as `a@2.0.0 b@2.0.0` that exclude each other.
    var clashes: [Set<String>] = []
    /// Names of those that bring a package along, by its name.
    var carriers: [String: [String]] = [:]
    /// Whether nothing is answered.
    var isDown = false
    /// How often something was worked out.
    var resolutions = 0
  }

  init(_ name: EcosystemName = .npm) { self.name = name }

  func publish(_ name: String, _ versions: String...) {
    shelf.withLock { $0.versions[name, default: []] += versions }
  }

  /// From now on the registry answers nothing, or answers again.
  func goDown(_ isDown: Bool = true) { shelf.withLock { $0.isDown = isDown } }

  func clash(_ left: String, _ right: String) {
    shelf.withLock { $0.clashes.append([left, right]) }
  }

  func carry(_ name: String, by carriers: String...) {
    shelf.withLock { $0.carriers[name] = carriers }
  }

  func carriers(
    of name: String, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String] { shelf.withLock { $0.carriers[name] ?? [] } }

  var resolutions: Int { shelf.withLock { $0.resolutions } }

  private var file: String { name == .npm ? "deps.txt" : "gems.txt" }

  func discover(in paths: [String]) -> [Project] {
    paths.filter { $0 == file || $0.hasSuffix("/" + file) }.map { path in
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      return Project(ecosystem: name, directory: "/" + folder, manifest: path, lock: path)
    }
  }

  func read(_ project: Project, in tree: SourceTree) async throws(Problem) -> [Dependency] {
    try await lines(of: project, tree).map { name, version in
      Dependency(
        name: name, kind: name.hasPrefix("sub-") ? .indirect : .direct,
        group: name.hasPrefix("dev-") ? .development : .production,
        requirement: version, current: version)
    }
  }

  private func lines(
    of project: Project, _ tree: SourceTree
  ) async throws(Problem) -> [(name: String, version: String)] {
    let text = String(decoding: try await tree.read(project.manifest).bytes, as: UTF8.self)
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], words[1])
    }
  }

  func releases(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Release] {
    if shelf.withLock(\.isDown) { throw Problem(.failed, "does not answer", subject: "registry") }
    let current = dependency.current ?? ""
    let versions = shelf.withLock { $0.versions[dependency.name] ?? [] }
    let place = versions.firstIndex(of: current) ?? -1
    return versions.enumerated().map { index, version in
      Release(
        version: version, published: 0, satisfiesRequirement: version == current,
        step: index > place ? step(current, version) : nil)
    }
  }

  func change(
    _ project: Project, in tree: SourceTree, toward goal: Goal
  ) async throws(Problem) -> Change {
    guard case .update(let targets, _) = goal else { return Change(files: [], moves: []) }
    let before = try await lines(of: project, tree)
    let after = before.map { name, version in
      (name, targets.first { $0.name == name }?.version ?? version)
    }
    try check(after.map { "\($0.0)@\($0.1)" })
    let text = { (lines: [(String, String)]) in
      Array(lines.map { "\($0.0) \($0.1)\n" }.joined().utf8)
    }
    let moves = zip(before, after).filter { $0.1 != $1.1 }.map { old, new in
      Move(name: old.name, from: old.version, to: new.1, kind: .direct)
    }
    guard !moves.isEmpty else { return Change(files: [], moves: []) }
    return Change(
      files: [FileChange(path: project.manifest, before: text(before), after: text(after))],
      moves: moves)
  }

  private func check(_ chosen: [String]) throws(Problem) {
    let clash = shelf.withLock { shelf in
      shelf.resolutions += 1
      return shelf.clashes.first { $0.isSubset(of: chosen) }
    }
    if let clash {
      throw Problem(.unsolvable, clash.sorted().joined(separator: " excludes "))
    }
  }

  func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream { Upstream() }
  func cautions(about change: Change) -> [Caution] { [] }
  func imports(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> ImportRule {
    ImportRule(endings: [], names: [], modules: { _ in [] })
  }
  func explain(
    _ name: String, version: String?, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String] { [] }
  func version(_ version: String, satisfies requirement: String) throws(Problem) -> Bool {
    version == requirement
  }
}

/// How far two versions of three numbers are apart.
func step(_ from: String, _ to: String) -> Step {
  let (old, new) = (from.split(separator: "."), to.split(separator: "."))
  return old[0] != new[0] ? .major : old[1] != new[1] ? .minor : .patch
}
