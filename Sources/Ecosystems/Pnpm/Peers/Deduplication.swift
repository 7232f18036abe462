import Ecosystem

/// Replaces packages by those of the same version that have the same and more peers.
///
/// Source: `deduplicateAll` of `resolvePeers.ts` in pnpm 10.
struct Deduplication {
  private let graph: [String: GraphNode]
  /// Whether paths with as many children and peers are compared as texts, as in pnpm 11.
  private let comparesPaths: Bool
  /// The replacements by path.
  private(set) var replaced: [String: String] = [:]

  private let work: PeerWork

  /// Replaces children in the graph until nothing changes.
  init(
    _ graph: [String: GraphNode], _ paths: OrderedMap<[String]>, comparesPaths: Bool,
    work: PeerWork
  ) throws(Problem) {
    self.graph = graph
    self.comparesPaths = comparesPaths
    self.work = work
    var duplicates = paths.pairs.map(\.value).filter { $0.count > 1 }
    while true {
      let (map, rest) = try pass(duplicates)
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

  private func sorted(_ paths: [String]) -> [String] {
    paths.enumerated().sorted { left, right in
      let (one, other) = (graph[left.element]?.count ?? 0, graph[right.element]?.count ?? 0)
      if one != other { return one < other }
      return comparesPaths
        ? left.element.precedesLexically(right.element) : left.offset < right.offset
    }.map(\.element)
  }

  private func pass(
    _ duplicates: [[String]]
  ) throws(Problem) -> ([String: String], [[String]]) {
    var map: [String: String] = [:]
    var rest: [[String]] = []
    for paths in duplicates {
      var unresolved = paths
      var current = sorted(paths)
      while let largest = current.popLast() {
        var next: [String] = []
        try work.check(at: largest)
        while let other = current.popLast() {
          work.add(graph[largest]?.count ?? 0)
          if Self.covers(largest, other, in: graph) {
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
  static func covers(
    _ left: String, _ right: String, in graph: [String: GraphNode]
  ) -> Bool {
    guard let one = graph[left], let other = graph[right], one.count >= other.count else {
      return false
    }
    let paths = Set(one.children.values)
    return other.children.values.allSatisfy(paths.contains)
      && other.resolvedPeerNames.isSubset(of: one.resolvedPeerNames)
  }
}
