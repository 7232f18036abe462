import Ecosystem

extension PodProject {
  /// Follows the lock from a pod up to those of the Podfile.
  func directParents(of name: String) -> [String] {
    var users: [String: [String]] = [:]
    for pod in lock?.pods ?? [] {
      for needed in pod.neededRoots { users[needed, default: []].append(pod.name.podRoot) }
    }
    var found: Set = [name]
    var open = [name]
    while let next = open.popLast() {
      for user in users[next] ?? [] where found.insert(user).inserted { open.append(user) }
    }
    found.remove(name)
    return Set(declared.map(\.dependency.root)).intersection(found).sorted()
  }

  /// Follows the lock from the pods down.
  func packages(neededBy names: Set<String>) -> Set<String> {
    var edges: [String: Set<String>] = [:]
    for pod in lock?.pods ?? [] { edges[pod.name.podRoot, default: []].formUnion(pod.neededRoots) }
    return closure(of: names, edges)
  }
}

extension PodfileLock.Pod {
  /// The pods that it needs, without their subspecs.
  var neededRoots: Set<String> {
    Set(dependencies.compactMap { PodDependency(lockText: $0)?.root })
  }
}
