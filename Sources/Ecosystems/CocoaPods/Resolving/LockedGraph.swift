/// The requirements that a lock puts on a resolution.
///
/// Its vertices are the lines of `DEPENDENCIES` and `PODS`. An updated pod is detached, together with
/// the pods that only it needs; the remaining requirements must be met.
///
///     PODS:                        update A
///       - A (1.0):                   A is detached, and B, which only A needs
///         - B (~> 1.0)               C stays at 1.2, because D needs it, too
///         - C
///       - B (1.3)
///       - C (1.2)
///       - D (2.0):
///         - C (>= 1.1)
///
/// An edge is added for the first line with a text only, as CocoaPods does: of two pods that need
/// `C (~> 1.0)` the second one doesn't keep C. (CocoaPods 1.16.2, `LockingDependencyAnalyzer`.)
struct LockedGraph {
  private struct Vertex {
    var dependency: PodDependency?
    var isRoot = false
    /// The vertices that need it, and those that it needs.
    var incoming: [String] = []
    var outgoing: [String] = []
  }

  private var vertices: [String: Vertex] = [:]
  private var order: [String] = []

  /// A graph without requirements.
  init() {}

  /// Builds the graph of a lock.
  ///
  /// - Parameters:
  ///   - lock: the lock.
  ///   - updated: the pods without subspecs that are detached.
  ///   - unlocked: local pods whose podspec has changed, which can have any version.
  init(_ lock: PodfileLock, updating updated: Set<String>, unlocking unlocked: Set<String>) {
    for dependency in lock.podfileDependencies {
      add(dependency.name)
      vertices[dependency.name]?.isRoot = true
      if vertices[dependency.name]?.dependency == nil {
        vertices[dependency.name]?.dependency = dependency
      }
    }
    var seen: Set<String> = []
    for pod in lock.pods {
      let name = add(pod.text, neededBy: nil, unlocked, &seen)
      for text in pod.dependencies { _ = add(text, neededBy: name, unlocked, &seen) }
    }
    let detached = Set(updated.map { $0.lowercased() })
    for name in order where detached.contains(name.podRoot.lowercased()) { detach(name) }
    for name in order {
      guard let dependency = vertices[name]?.dependency, dependency.repository == nil else {
        continue
      }
      vertices[name]?.dependency?.repository = lock.repository(of: dependency.root)
    }
  }

  private mutating func add(_ name: String) {
    guard vertices[name] == nil else { return }
    vertices[name] = Vertex()
    order.append(name)
  }

  private mutating func add(
    _ text: String, neededBy parent: String?, _ unlocked: Set<String>, _ seen: inout Set<String>
  ) -> String? {
    guard var dependency = PodDependency(lockText: text) else { return nil }
    let name = dependency.name
    guard seen.insert(text).inserted else { return name }
    if unlocked.contains(dependency.root) { dependency = PodDependency(name) }
    add(name)
    if let parent {
      vertices[parent]?.outgoing.append(name)
      vertices[name]?.incoming.append(parent)
    }
    let old = vertices[name]?.dependency
    vertices[name]?.dependency = old.map { $0.merging(dependency) } ?? dependency
    return name
  }

  private mutating func detach(_ name: String) {
    var open = [name]
    while let name = open.popLast() {
      guard let vertex = vertices.removeValue(forKey: name) else { continue }
      for needed in vertex.outgoing {
        vertices[needed]?.incoming.removeAll { $0 == name }
        if let left = vertices[needed], !left.isRoot, left.incoming.isEmpty { open.append(needed) }
      }
      for user in vertex.incoming { vertices[user]?.outgoing.removeAll { $0 == name } }
    }
  }

  /// Whether the lock has a pod or a subspec that isn't updated.
  func contains(_ name: String) -> Bool { vertices[name] != nil }

  /// Returns the requirement of the lock on a pod or a subspec.
  subscript(name: String) -> PodDependency? { vertices[name]?.dependency }
}
