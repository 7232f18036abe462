import Ecosystem
import JavaScript
import Text

/// The shared data of the nodes of one build.
///
/// It owns the nodes and the sets of overrides, which have reference cycles, and breaks the cycles at
/// the end of its life. A tree exists as long as its arena.
final class Arena {
  private var nodes: [Node] = []
  private var overrideSets: [OverrideSet] = []
  private var dead: [Node] = []
  private var young = 0
  private var names = NameTable()
  private var requests: [String: PackageSpec] = [:]
  /// The first problem; the build checks it after each step.
  private(set) var problem: Problem?

  let peers: PeerPolicy
  /// The npm whose tree is built.
  let dialect: Dialect
  /// Whether the command is `npm install`, which resolves more than `npm update` does.
  let isSaving: Bool
  /// The versions that the goal demands.
  private let preference: VersionPreference
  /// Limits the number of candidates and peers that are created or compared.
  private var steps = Budget("steps to place it with its peers", Arena.stepLimit)

  /// The dependencies of living nodes.
  private var living = 0
  private let livingLimit: Int
  /// Limits the dependencies of all virtual roots that are created.
  private var copied = Budget("dependencies in copies of their dependent", Arena.copyLimit)
  /// The location of the project's dependencies, for refusals.
  private let manifest: Location?

  /// The virtual roots of a manifest with 1,000 new dependencies have 1,000,000.
  static let copyLimit = 40_000_000
  /// The limit of dependencies of living nodes, about 200 bytes each.
  ///
  /// A tree of 10,000 packages with ten dependencies each has 100,000.
  static let livingLimit = 1_500_000
  /// A tree of 1,300 packages with many peers takes 2,400 steps.
  static let stepLimit = 100_000
  /// The limit of living nodes, which bounds the memory.
  static let nodeLimit = 100_000

  init(
    peers: PeerPolicy = PeerPolicy(), dialect: Dialect = .standard, isSaving: Bool = true,
    preference: VersionPreference = VersionPreference(), manifest: Location? = nil,
    livingLimit: Int = Arena.livingLimit
  ) {
    self.preference = preference
    self.livingLimit = livingLimit
    self.manifest = manifest
    self.peers = peers
    self.dialect = dialect
    self.isSaving = isSaving
  }

  deinit {
    for node in nodes { node.dissolve() }
    for set in overrideSets { set.dissolve() }
    names.dissolve()
  }

  func adopt(_ node: Node) {
    nodes.append(node)
    if nodes.count > Arena.nodeLimit {
      refuse(
        "takes more than \(Arena.nodeLimit) candidates at a time with its peers",
        subject: node.name.text)
    }
  }

  /// Whether a candidate replaces a package although the package would do.
  func demands(_ candidate: Node, insteadOf current: Node) -> Bool {
    guard !preference.versions.isEmpty, let name = candidate.packageName else { return false }
    return preference.demands(candidate.version, insteadOf: current.version, of: name)
  }

  /// Counts a step; false if the limit is reached or there is a problem.
  func spendStep(for name: Name) -> Bool {
    do throws(Problem) {
      try steps.spend(on: name.text)
      return problem == nil
    } catch {
      fail(error)
      return false
    }
  }

  /// Refuses a step that would create too many virtual roots of a node with many dependencies.
  func checkCopies(_ count: Int, of node: Node) {
    guard count * node.edgesOut.count > livingLimit else { return }
    fail(
      Problem(
        .refused, "has more dependencies than can be resolved at a time", subject: node.spec,
        at: node.isProjectRoot ? manifest : nil))
  }

  /// Counts a dependency of a new node; false if there are too many or there is a problem.
  func countDependency(of node: Node) -> Bool {
    living += 1
    if living > livingLimit {
      refuse(
        "takes more than \(livingLimit) dependencies of packages at a time",
        subject: node.spec)
    }
    return problem == nil
  }

  /// Counts a dependency that a living node no longer has.
  func forgetDependency() { living -= 1 }

  /// Counts the dependencies of a new virtual root.
  func countCopy(of node: Node) {
    do throws(Problem) {
      try copied.spend(
        node.edgesOut.count, on: node.spec, at: node.isProjectRoot ? manifest : nil)
    } catch {
      fail(error)
    }
  }

  func adopt(_ set: OverrideSet) { overrideSets.append(set) }

  /// Frees unreachable nodes among those created since the last call.
  func releaseYoung(where isDead: (Node) -> Bool) {
    var kept: [Node] = []
    for node in nodes[young...] {
      if isDead(node) {
        dead.append(node)
      } else {
        kept.append(node)
      }
    }
    nodes.replaceSubrange(young..., with: kept)
    young = nodes.count
    for node in dead {
      living -= node.edgesOut.count
      node.dissolve()
    }
    dead = []
  }

  func name(_ text: String) -> Name { names.name(text) }

  /// Parses a spec, each text once.
  func request(_ spec: String) -> PackageSpec {
    if let known = requests[spec] { return known }
    let request = PackageSpec(spec)
    requests[spec] = request
    return request
  }

  /// Returns the spec of a folder, with `#` as `%23`.
  ///
  /// Other versions of npm write and read such a path differently.
  func fileSpec(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "#")) else { return "file:" + path }
    if !dialect.has(.escapedHashes) {
      refuse("has # in its path, which npm \(dialect.npm) does not escape", subject: path)
    }
    return "file:" + path.replacing("#", with: "%23")
  }

  func refuse(_ message: String, subject: String? = nil) {
    if problem == nil { problem = Problem(.refused, message, subject: subject) }
  }

  func fail(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
  }
}

/// What decides about peers, duplicates and platforms: settings of `.npmrc`, and the lock.
struct PeerPolicy: Hashable, Sendable {
  /// `legacy-peer-deps`: peer dependencies are ignored.
  var isLegacy = false
  /// `strict-peer-deps`: conflicts deep in the tree are errors too.
  var isStrict = false
  /// The platform that required packages have to support; nil: they may need any.
  var platform: Platform?
  /// `prefer-dedupe`: older versions that are in the tree are preferred to newer copies.
  var prefersDedupe = false
}
