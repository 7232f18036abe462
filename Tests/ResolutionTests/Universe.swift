import Resolution

/// Whole numbers as versions: 1, 2, 3.
typealias Versions = VersionRanges<Int>

/// A small set of packages, written as a table.
///
///     Universe(root: ["foo": .above(1)], ["foo": [1: [:], 2: ["bar": .exactly(1)]]])
struct Universe: Sendable {
  typealias Dependencies = [(name: String, versions: Versions)]

  /// The root's dependencies, in order.
  var root: Dependencies
  var packages: [String: [Int: Dependencies]]

  /// Returns the dependencies of a package's version, or of the root.
  func dependencies(of name: String, at version: Int) -> Dependencies {
    name == "root" ? root : packages[name]?[version] ?? []
  }

  func versions(of name: String) -> [Int] {
    name == "root" ? [1] : (packages[name] ?? [:]).keys.sorted()
  }
}

/// Answers from the revealed part of a universe.
struct TableProvider: DependencyProvider {
  enum Need: Hashable, Sendable {
    case versions(String)
    case dependencies(String, Int)
  }

  var universe: Universe
  var revealed: Set<Need> = []
  /// Whether neighbouring versions with the same dependency share one constraint.
  var merges = true

  func priority(of name: String, in versions: Versions) -> Answer<Priority, Need> {
    guard knows(.versions(name)) else { return .needs([.versions(name)]) }
    return .known(Priority(count: universe.versions(of: name).count { versions.contains($0) }))
  }

  func choice(of name: String, in versions: Versions) -> Answer<Choice<Int, String>, Need> {
    guard knows(.versions(name)) else { return .needs([.versions(name)]) }
    guard universe.packages[name] != nil else { return .known(.unavailable("it does not exist")) }
    let best = universe.versions(of: name).last { versions.contains($0) }
    return .known(best.map(Choice.version) ?? .none)
  }

  func constraints(
    of name: String, at version: Int
  ) -> Answer<[Constraint<String, Versions, String>], Need> {
    guard knows(.dependencies(name, version)) else { return .needs([.dependencies(name, version)]) }
    return .known(
      universe.dependencies(of: name, at: version).map {
        .dependency(of: span(of: name, at: version, $0.name, $0.versions), on: $0.name, $0.versions)
      })
  }

  private func knows(_ need: Need) -> Bool { revealed.contains(need) || isOpen }
  var isOpen = true

  private func span(of name: String, at version: Int, _ other: String, _ range: Versions)
    -> Versions
  {
    let all = universe.versions(of: name)
    guard merges, let index = all.firstIndex(of: version) else { return .exactly(version) }
    return .spreading(from: index, over: all) { candidate in
      universe.dependencies(of: name, at: all[candidate]).contains { $0 == (other, range) }
    }
  }
}

/// The result of a search.
enum Outcome: Equatable {
  case solved([String])
  case failed(Derivation<String, Versions, String>)

  var versions: [String: Int]? {
    guard case .solved(let decisions) = self else { return nil }
    return Dictionary(
      decisions.map { line in
        let parts = line.split(separator: " ")
        return (String(parts[0]), Int(parts[1]) ?? 0)
      }, uniquingKeysWith: { first, _ in first })
  }
}

/// Solves a universe whose data is available from the start.
func solve(
  _ universe: Universe, propagation: Propagation = .paper, merges: Bool = true
) -> Outcome {
  let provider = TableProvider(universe: universe, merges: merges)
  var solver = Solver(root: "root", at: 1, provider: provider, propagation: propagation)
  return outcome(of: &solver) { _, _, _ in }
}

/// Runs a solver until it has a result; `answer` adds the missing data.
func outcome(
  of solver: inout Solver<TableProvider>,
  answering answer: (inout TableProvider, [TableProvider.Need], [TableProvider.Need]) -> Void
) -> Outcome {
  while true {
    switch solver.advance() {
    case .solved(let decisions):
      return .solved(decisions.map { "\($0.package) \($0.version)" })
    case .failed(let derivation): return .failed(derivation)
    case .needs(let needs, let hints): answer(&solver.provider, needs, hints)
    }
  }
}
