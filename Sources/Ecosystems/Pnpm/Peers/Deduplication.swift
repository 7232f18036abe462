/// Replaces packages by those of the same version that have the same and more peers.
///
/// Source: `deduplicateAll` of `resolvePeers.ts` in pnpm 10.
struct Deduplication {
  private let graph: [String: GraphNode]
  /// The replacements by path.
  private(set) var replaced: [String: String] = [:]

  /// Replaces children in the graph until nothing changes.
  init(_ graph: [String: GraphNode], _ paths: OrderedMap<[String]>) {
    self.graph = graph
    var duplicates = paths.pairs.map(\.value).filter { $0.count > 1 }
    while true {
      let (map, rest) = pass(duplicates)
      replaced.merge(map) { $1 }
      if rest.count == duplicates.count { break }
      for node in graph.values {
        for (alias, path) in node.children {
          if let other = map[path] { node.children[alias] = other }
        }
      }
      if map.isEmpty { break }
      duplicates = rest
    }
  }

  private func count(_ path: String) -> Int {
    guard let node = graph[path] else { return 0 }
    return node.children.count + node.resolvedPeerNames.count
  }

  private func sorted(_ paths: [String]) -> [String] {
    paths.enumerated().sorted { left, right in
      let (one, other) = (count(left.element), count(right.element))
      return one == other ? left.offset < right.offset : one < other
    }.map(\.element)
  }

  private func pass(_ duplicates: [[String]]) -> ([String: String], [[String]]) {
    var map: [String: String] = [:]
    var rest: [[String]] = []
    for paths in duplicates {
      var unresolved = paths
      var current = sorted(paths)
      while let largest = current.popLast() {
        var next: [String] = []
        while let other = current.popLast() {
          if covers(largest, other) {
            map[other] = largest
            unresolved.removeAll { $0 == largest || $0 == other }
          } else {
            next.append(other)
          }
        }
        current = sorted(next)
      }
      if !unresolved.isEmpty { rest.append(unresolved) }
    }
    return (map, rest)
  }

  /// Whether a package has all children and peers of another.
  private func covers(_ left: String, _ right: String) -> Bool {
    guard let one = graph[left], let other = graph[right], count(left) >= count(right) else {
      return false
    }
    let paths = Set(one.children.values)
    return other.children.values.allSatisfy(paths.contains)
      && other.resolvedPeerNames.isSubset(of: one.resolvedPeerNames)
  }
}
