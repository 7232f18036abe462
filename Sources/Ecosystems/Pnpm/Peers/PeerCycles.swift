/// Names whose peers depend on each other: strongly connected components of a graph.
enum PeerCycles {
  /// Returns the components with more than one name.
  static func find(_ edges: OrderedMap<[String]>) -> [[String]] {
    var finder = Finder(edges: edges)
    for name in edges.names where finder.order[name] == nil { finder.visit(name) }
    return finder.cycles
  }

  /// Tarjan's algorithm, with a list of open visits instead of recursion, since hostile graphs are deep.
  private struct Finder {
    let edges: OrderedMap<[String]>
    var order: [String: Int] = [:]
    var lowest: [String: Int] = [:]
    var stack: [String] = []
    var onStack: Set<String> = []
    var cycles: [[String]] = []
    private var visits: [(name: String, next: Int)] = []

    init(edges: OrderedMap<[String]>) { self.edges = edges }

    mutating func visit(_ name: String) {
      open(name)
      while let (name, index) = visits.last {
        let targets = edges[name] ?? []
        guard index < targets.count else {
          close(name)
          continue
        }
        visits[visits.count - 1].next += 1
        let next = targets[index]
        if order[next] == nil {
          open(next)
        } else if onStack.contains(next) {
          lower(name, to: order[next])
        }
      }
    }

    private mutating func open(_ name: String) {
      order[name] = order.count
      lowest[name] = order[name]
      stack.append(name)
      onStack.insert(name)
      visits.append((name, 0))
    }

    private mutating func lower(_ name: String, to other: Int?) {
      lowest[name] = min(lowest[name] ?? 0, other ?? 0)
    }

    /// Ends a visit; a name that reaches none above it ends a component.
    private mutating func close(_ name: String) {
      visits.removeLast()
      if let parent = visits.last?.name { lower(parent, to: lowest[name]) }
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
