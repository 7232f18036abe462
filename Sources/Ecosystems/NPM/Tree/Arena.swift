import Ecosystem
import JavaScript

/// What all nodes of one build share.
///
/// It owns the nodes and the sets of overrides, which point at each other in circles, and ends
/// those circles when it goes: whoever holds an arena holds a tree, and nobody else does.
final class Arena {
  private var nodes: [Node] = []
  private var overrideSets: [OverrideSet] = []
  private var dead: [Node] = []
  private var young = 0
  private var names = NameTable()
  private var requests: [String: PackageSpec] = [:]
  /// The first thing met that is not understood; whoever drives the build looks here after a step.
  private(set) var problem: Problem?

  let peers: PeerPolicy
  /// Candidates and their peers that are made or compared.
  private var steps = Allowance("steps to place it with its peers", Arena.stepLimit)

  /// A tree of 1,300 packages with many peers takes 2,400 steps.
  static let stepLimit = 100_000
  /// Nodes that are alive at a time, which bounds memory.
  static let nodeLimit = 100_000

  init(peers: PeerPolicy = PeerPolicy()) {
    self.peers = peers
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

  /// Draws one step from what a resolution may take; false if there is a problem.
  func takeStep(for name: Name) -> Bool {
    do throws(Problem) {
      try steps.spend(on: name.text)
      return problem == nil
    } catch {
      fail(error)
      return false
    }
  }

  func adopt(_ set: OverrideSet) { overrideSets.append(set) }

  /// Lets go of nodes that were made since the last call and are reachable no more.
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
    for node in dead { node.dissolve() }
    dead = []
  }

  func name(_ text: String) -> Name { names.name(text) }

  /// Reads a spec once.
  func request(_ spec: String) -> PackageSpec {
    if let known = requests[spec] { return known }
    let request = PackageSpec(spec)
    requests[spec] = request
    return request
  }

  func refuse(_ message: String, subject: String? = nil) {
    if problem == nil { problem = Problem(.refused, message, subject: subject) }
  }

  func fail(_ problem: Problem) {
    if self.problem == nil { self.problem = problem }
  }
}

/// How a project's `.npmrc` wants peers treated.
struct PeerPolicy: Hashable, Sendable {
  /// `legacy-peer-deps`: peers are nobody's business.
  var isLegacy = false
  /// `strict-peer-deps`: contradictions deep in the tree are errors too.
  var isStrict = false
}
