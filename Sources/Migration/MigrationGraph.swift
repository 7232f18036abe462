import Ecosystem

/// Which dependencies need each other, at their old place and as packages.
struct MigrationGraph {
  /// The dependencies that each one needs directly.
  private let needs: [String: Set<String>]
  /// The dependencies whose repository a package contains: its own, and those that it depends on.
  private let brings: [String: Set<String>]
  /// The dependencies with the same repository.
  private let sharing: [String: Set<String>]
  private let direct: Set<String>
  private let names: [String]
  /// All that each one needs, directly and indirectly.
  private let reached: [String: Set<String>]

  init(_ rows: [MigrationPlan.Row], isSame: (String, String) -> Bool) {
    names = rows.map(\.name)
    direct = Set(rows.filter(\.isDirect).map(\.name))
    let needs = Dictionary(rows.map { ($0.name, $0.candidate.needs) }) { first, _ in first }
    self.needs = needs
    reached = needs.mapValues { Self.closure(of: $0, needs) }
    let repositories = rows.compactMap { row in
      row.offer.map { (name: row.name, url: $0.origin.repository) }
    }
    func owners(of url: String) -> Set<String> {
      Set(repositories.filter { isSame($0.url, url) }.map(\.name))
    }
    var sharing: [String: Set<String>] = [:]
    var firstHand: [String: Set<String>] = [:]
    for row in rows {
      guard let offer = row.offer else { continue }
      sharing[row.name] = owners(of: offer.origin.repository)
      firstHand[row.name] = offer.dependencies.reduce(into: []) { $0.formUnion(owners(of: $1)) }
    }
    self.sharing = sharing
    var brings: [String: Set<String>] = [:]
    for row in rows {
      let first = (firstHand[row.name] ?? []).union(sharing[row.name] ?? [])
      brings[row.name] = Self.closure(of: first, firstHand).subtracting([row.name])
    }
    self.brings = brings
  }

  /// Returns everything that can be reached, the start included.
  private static func closure(
    of start: Set<String>, _ edges: [String: Set<String>]
  ) -> Set<String> {
    var found = start
    var open = Array(start)
    while let next = open.popLast() {
      for other in edges[next] ?? [] where found.insert(other).inserted { open.append(other) }
    }
    return found
  }

  func sharesRepository(_ name: String, _ other: String) -> Bool {
    sharing[name]?.contains(other) ?? false
  }

  /// Returns those that need a dependency directly.
  func users(of name: String) -> [String] { names.filter { needs[$0]?.contains(name) ?? false } }

  /// Returns what remains if some direct dependencies leave: the other ones and all that they need.
  func staying(without leaving: Set<String>) -> Set<String> {
    Self.closure(of: direct.subtracting(leaving), needs)
  }

  /// Returns why a dependency can't leave while others stay.
  func obstacles(of name: String, staying: Set<String>) -> [MigrationObstacle] {
    if staying.contains(name) {
      return [.neededBy(users(of: name).filter(staying.contains))]
    }
    let doubled = (brings[name] ?? []).intersection(staying).sorted()
    guard !doubled.isEmpty else { return [] }
    return [MigrationObstacle(.brings, "has a package with \(doubled.staying)")]
  }

  /// The sets of dependencies that need each other, in their old place.
  var cycles: [[String]] {
    StrongComponents(names.sorted(), needs).components.filter { $0.count > 1 }.map { $0.sorted() }
  }

  /// Groups dependencies into steps: those that need others first, and what must move together in
  /// one step.
  func steps(of movable: Set<String>) -> [[String]] {
    var edges: [String: Set<String>] = [:]
    // The dependencies that have another one at their old place.
    var holders: [String: Set<String>] = [:]
    for name in movable {
      let needed = reached[name] ?? []
      edges[name, default: []].formUnion(needed.intersection(movable).subtracting([name]))
      for other in needed.union([name]) { holders[other, default: []].insert(name) }
    }
    for name in movable {
      for other in brings[name] ?? [] {
        for holder in holders[other] ?? [] where holder != name {
          edges[name, default: []].insert(holder)
          edges[holder, default: []].insert(name)
        }
      }
    }
    // A component is found after all that it leads to.
    let components = StrongComponents(movable.sorted().reversed(), edges).components
    return components.reversed().map { ordered($0) }
  }

  /// Sorts the members of a step: those that others need come last.
  private func ordered(_ names: [String]) -> [String] {
    var rest = names.sorted()
    var result: [String] = []
    while !rest.isEmpty {
      let free = rest.firstIndex { name in
        !rest.contains { $0 != name && reached[$0]?.contains(name) ?? false }
      }
      result.append(rest.remove(at: free ?? 0))
    }
    return result
  }
}

extension MigrationObstacle {
  /// Names the dependencies that stay and need another one.
  static func neededBy(_ names: [String]) -> MigrationObstacle {
    MigrationObstacle(.neededBy, "is needed by \(names.sorted().staying)")
  }
}

extension [String] {
  /// The names of dependencies that stay.
  fileprivate var staying: String {
    joined(separator: ", ") + (count == 1 ? ", which stays" : ", which stay")
  }
}

/// Finds sets of nodes that can reach each other. (Tarjan 1972, without recursion.)
struct StrongComponents {
  /// Each after all components that it leads to.
  private(set) var components: [[String]] = []

  private let edges: [String: Set<String>]
  private var numbers: [String: Int] = [:]
  private var lowest: [String: Int] = [:]
  private var stack: [String] = []
  private var onStack: Set<String> = []

  init(_ nodes: [String], _ edges: [String: Set<String>]) {
    self.edges = edges
    for node in nodes where numbers[node] == nil { visit(node) }
  }

  private mutating func visit(_ start: String) {
    var open: [(node: String, rest: [String])] = [enter(start)]
    while let (node, rest) = open.last {
      if let next = rest.first {
        open[open.count - 1].rest.removeFirst()
        if numbers[next] == nil {
          open.append(enter(next))
        } else if onStack.contains(next), let number = numbers[next] {
          lowest[node] = min(lowest[node] ?? number, number)
        }
        continue
      }
      open.removeLast()
      if let outer = open.last?.node, let own = lowest[node] {
        lowest[outer] = min(lowest[outer] ?? own, own)
      }
      if lowest[node] == numbers[node] { close(node) }
    }
  }

  private mutating func enter(_ node: String) -> (node: String, rest: [String]) {
    numbers[node] = numbers.count
    lowest[node] = numbers[node]
    stack.append(node)
    onStack.insert(node)
    return (node, (edges[node] ?? []).sorted().reversed())
  }

  private mutating func close(_ node: String) {
    var component: [String] = []
    while let last = stack.popLast() {
      onStack.remove(last)
      component.append(last)
      if last == node { break }
    }
    components.append(component)
  }
}
