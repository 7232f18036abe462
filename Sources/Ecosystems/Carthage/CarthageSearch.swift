package import Ecosystem

/// Chooses versions as Carthage's default resolver does.
///
/// For each list of dependencies it tries all combinations of the versions that satisfy them, newest
/// first. For a combination it does the same with the dependencies of each member, independently of
/// the others, and then merges the results. The first combination without a conflict wins.
///
/// Example: the project needs `a` and `b`; `a` 2.0 needs `c == 1`, `b` 3.0 needs `c == 2`, `b` 2.0
/// needs `c == 1`. The combination (`a` 2.0, `b` 3.0) fails when the graphs of `a` and `b` are merged,
/// as they have different versions of `c`; (`a` 2.0, `b` 2.0) wins.
///
/// Carthage walks unordered dictionaries, so that with conflicts two runs can have different results.
/// This search sorts the dependencies. It never waits: a document that is missing ends it, and it
/// starts again once that has been fetched. (Carthage 0.40.0, `Resolver`.)
package struct CarthageSearch {
  /// The result of a search.
  package enum Outcome: Sendable {
    /// The tag or commit of each dependency, and all that each needs.
    case solved(Solution)
    /// It can't go on without these documents.
    case needs(Set<CarthageDocument>)
  }

  /// A version for each dependency.
  package struct Solution: Sendable {
    /// The tags or commits.
    package var pins: [CarthageOrigin: String]
    /// All direct and indirect dependencies of each one that has any.
    package var dependencies: [CarthageOrigin: Set<CarthageOrigin>]
  }

  /// The steps that one search may take; a combination or a merge is a step.
  private static let stepLimit = 200_000

  private let metadata: CarthageMetadata
  private var steps = Budget("combinations", stepLimit)
  private var missing: Set<CarthageDocument> = []
  private var conflict: Problem?

  private init(_ metadata: CarthageMetadata) {
    self.metadata = metadata
  }

  /// Searches for versions.
  ///
  /// - Parameters:
  ///   - needs: the lines of the project's `Cartfile` and `Cartfile.private`.
  ///   - metadata: the documents fetched so far.
  /// - Returns: the solution, or the documents that are missing.
  /// - Throws: `unsolvable` if no combination works; a refusal if there are too many.
  package static func run(
    _ needs: [CarthageMetadata.Need], _ metadata: CarthageMetadata
  ) throws(Problem) -> Outcome {
    var search = CarthageSearch(metadata)
    var solution: CarthageGraph?
    let isFound = try search.expand(needs, neededBy: nil, in: CarthageGraph()) { graph, _ in
      solution = graph
      return true
    }
    if isFound, let solution {
      return .solved(
        Solution(pins: solution.nodes.mapValues(\.pin), dependencies: solution.dependencies))
    }
    if !search.missing.isEmpty { return .needs(search.missing) }
    throw search.conflict
      ?? Problem(.unsolvable, "no combination of versions satisfies all Cartfiles")
  }

  /// Whether to stop after a graph that was found.
  private typealias Visit =
    (CarthageGraph, inout CarthageSearch) throws(Problem) -> Bool

  /// Visits the graphs that extend a graph by dependencies and all that they need.
  ///
  /// - Returns: whether a visit stopped the search.
  private mutating func expand(
    _ needs: [CarthageMetadata.Need], neededBy parent: CarthageOrigin?, in graph: CarthageGraph,
    _ visit: Visit
  ) throws(Problem) -> Bool {
    let needs = needs.sorted { $0.origin < $1.origin }
    var lists: [[CarthageGraph.Node]] = []
    for need in needs {
      guard let nodes = candidates(need) else { continue }
      lists.append(nodes)
    }
    guard lists.count == needs.count, !lists.contains(where: \.isEmpty) else { return false }
    return try combine(lists[...], [], neededBy: parent, in: graph, visit)
  }

  /// The versions that satisfy a requirement, newest first; nil if they are unknown.
  private mutating func candidates(_ need: CarthageMetadata.Need) -> [CarthageGraph.Node]? {
    let pins: [String]
    if case .reference(let name) = need.requirement {
      let document = CarthageDocument.reference(need.origin, name)
      guard let pin = metadata.references[document] else { return lack(document) }
      pins = [pin]
    } else {
      guard let all = metadata.versions[need.origin] else { return lack(.versions(need.origin)) }
      pins = all.filter(need.requirement.isSatisfied(by:)).sorted().newestFirst
      if pins.isEmpty {
        conflict =
          metadata.unavailable[need.origin] ?? Problem(unsatisfied: need, hasTags: !all.isEmpty)
      }
    }
    return pins.map { .init(origin: need.origin, pin: $0, requirement: need.requirement) }
  }

  private mutating func lack<Result>(_ document: CarthageDocument) -> Result? {
    missing.insert(document)
    return nil
  }

  /// Visits all combinations of the lists' members; the last list changes fastest.
  private mutating func combine(
    _ lists: ArraySlice<[CarthageGraph.Node]>, _ chosen: [CarthageGraph.Node],
    neededBy parent: CarthageOrigin?, in graph: CarthageGraph, _ visit: Visit
  ) throws(Problem) -> Bool {
    guard let list = lists.first else {
      return try descend(chosen, neededBy: parent, in: graph, visit)
    }
    for node in list {
      let isDone = try combine(
        lists.dropFirst(), chosen + [node], neededBy: parent, in: graph, visit)
      if isDone || !missing.isEmpty { return isDone }
    }
    return false
  }

  /// Adds one combination to a graph, and goes on with what its members need.
  private mutating func descend(
    _ chosen: [CarthageGraph.Node], neededBy parent: CarthageOrigin?, in graph: CarthageGraph,
    _ visit: Visit
  ) throws(Problem) -> Bool {
    try steps.spend(on: parent.map { "\($0)" } ?? "Cartfile")
    var extended = graph
    var nodes: [CarthageGraph.Node] = []
    do throws(Problem) {
      for node in chosen { nodes.append(try extended.add(node, neededBy: parent)) }
    } catch {
      conflict = error
      return false
    }
    return try join(nodes[...], below: extended, into: graph, visit).isDone
  }

  /// The lines of a member's `Cartfile`; nil if they are unknown or malformed.
  private mutating func needs(of node: CarthageGraph.Node) -> [CarthageMetadata.Need]? {
    if node.origin.kind == .binary { return [] }
    let document = CarthageDocument.cartfile(node.origin, pin: node.pin)
    switch metadata.cartfiles[document] {
    case .success(let needs)?: return needs
    case .failure(let problem)?:
      conflict = problem
      return nil
    case nil: return lack(document)
    }
  }

  /// Merges the graphs of a combination's members, each with all of its own combinations.
  ///
  /// - Returns: whether a visit stopped the search, and whether the first member has any graph.
  private mutating func join(
    _ nodes: ArraySlice<CarthageGraph.Node>, below extended: CarthageGraph,
    into merged: CarthageGraph, _ visit: Visit
  ) throws(Problem) -> (isDone: Bool, hasGraph: Bool) {
    guard let node = nodes.first else { return (try visit(merged, &self), true) }
    guard let needs = needs(of: node) else { return (false, !missing.isEmpty) }
    var hasGraph = false
    var isRestPossible = true
    let isDone = try expand(needs, neededBy: node.origin, in: extended) {
      (graph, search) throws(Problem) in
      hasGraph = true
      guard isRestPossible else { return false }
      try search.steps.spend(on: "\(node.origin)")
      var joined = merged
      do throws(Problem) {
        try joined.merge(graph)
      } catch {
        search.conflict = error
        return false
      }
      let rest = try search.join(nodes.dropFirst(), below: extended, into: joined, visit)
      isRestPossible = rest.hasGraph
      return rest.isDone
    }
    return (isDone, hasGraph)
  }
}

extension [String] {
  /// Sorted by version, newest first; tags without a version come with 0.0.0.
  fileprivate var newestFirst: [String] {
    map { (pin: $0, version: CarthageVersion($0) ?? .zero) }
      .enumerated()
      .sorted { left, right in
        if right.element.version < left.element.version { return true }
        if left.element.version < right.element.version { return false }
        return left.offset < right.offset
      }
      .map(\.element.pin)
  }
}

extension Problem {
  fileprivate init(unsatisfied need: CarthageMetadata.Need, hasTags: Bool) {
    let requirement = need.requirement == .any ? "" : " that satisfies '\(need.requirement)'"
    self.init(
      .unsolvable, hasTags ? "has no version\(requirement)" : "has no tags",
      subject: "\(need.origin)",
      advice: hasTags ? nil : "name a branch or a commit in the Cartfile")
  }
}

extension CarthageSearch.Solution {
  /// Returns the pins after `carthage update NAME…`: those of the named dependencies and of all that
  /// they need are new, every other dependency keeps its pin, and one that had none is left out.
  ///
  /// The pins that are kept don't have to fit the new ones; Carthage doesn't check it.
  package func updating(
    _ names: Set<String>, keeping old: [CarthageOrigin: String]
  ) -> [CarthageOrigin: String] {
    let below = dependencies.filter { names.contains($0.key.name) }.values.reduce(into: Set()) {
      $0.formUnion($1)
    }
    var result: [CarthageOrigin: String] = [:]
    for (origin, pin) in pins {
      let isMoved = names.contains(origin.name) || below.contains(origin)
      result[origin] = isMoved ? pin : old[origin]
    }
    return result
  }
}
