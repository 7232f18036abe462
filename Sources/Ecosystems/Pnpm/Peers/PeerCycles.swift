/// Names whose peers depend on each other: strongly connected components of a graph.
enum PeerCycles {
  /// Returns the components with more than one name.
  static func find(_ edges: OrderedMap<[String]>) -> [[String]] {
    var finder = Finder(edges: edges)
    for name in edges.names where finder.order[name] == nil { finder.visit(name) }
    return finder.cycles
  }

  /// Tarjan's algorithm.
  private struct Finder {
    let edges: OrderedMap<[String]>
    var order: [String: Int] = [:]
    var lowest: [String: Int] = [:]
    var stack: [String] = []
    var onStack: Set<String> = []
    var cycles: [[String]] = []

    mutating func visit(_ name: String) {
      order[name] = order.count
      lowest[name] = order[name]
      stack.append(name)
      onStack.insert(name)
      for next in edges[name] ?? [] {
        if order[next] == nil {
          visit(next)
          lowest[name] = min(lowest[name] ?? 0, lowest[next] ?? 0)
        } else if onStack.contains(next) {
          lowest[name] = min(lowest[name] ?? 0, order[next] ?? 0)
        }
      }
      guard lowest[name] == order[name] else { return }
      var component: [String] = []
      while let last = stack.popLast() {
        onStack.remove(last)
        component.append(last)
        if last == name { break }
      }
      let isLoop = component.count == 1 && edges[name]?.contains(name) == true
      if component.count > 1 || isLoop { cycles.append(component) }
    }
  }
}
