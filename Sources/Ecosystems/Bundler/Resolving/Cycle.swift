import Ecosystem
import Gems

/// Gems that need each other, which Bundler installs in no order: it ends with an error.
enum Cycle {
  /// Returns gems of which each needs the next one, and the last one the first; nil without a cycle.
  ///
  /// A gem that needs itself is allowed.
  static func find(in specs: [GemSpec]) -> [String]? {
    var needs: [String: Set<String>] = [:]
    for spec in specs { needs[spec.name, default: []].formUnion(spec.dependencies.map(\.name)) }
    for (name, others) in needs {
      needs[name] = others.filter { $0 != name && $0 != "bundler" && needs[$0] != nil }
    }
    return cycle(in: withoutLeaves(needs))
  }

  /// Removes gems that need none of the others, until none is left of them.
  private static func withoutLeaves(_ needs: [String: Set<String>]) -> [String: Set<String>] {
    var users: [String: [String]] = [:]
    for (name, others) in needs { for other in others { users[other, default: []].append(name) } }
    var rest = needs
    var open = needs.filter { $0.value.isEmpty }.map(\.key)
    while let leaf = open.popLast() {
      rest[leaf] = nil
      for user in users[leaf] ?? [] where rest[user]?.remove(leaf) != nil {
        if rest[user]?.isEmpty == true { open.append(user) }
      }
    }
    return rest
  }

  /// Follows needs until a gem repeats: each one has a need.
  private static func cycle(in needs: [String: Set<String>]) -> [String]? {
    guard var name = needs.keys.min() else { return nil }
    var path: [String] = []
    var positions: [String: Int] = [:]
    while positions[name] == nil {
      positions[name] = path.count
      path.append(name)
      guard let next = needs[name]?.min() else { return nil }
      name = next
    }
    return positions[name].map { Array(path[$0...]) }
  }
}

extension Problem {
  /// The problem of gems that need each other.
  static func cycle(_ names: [String]) -> Problem {
    let pairs = zip(names, names.dropFirst() + names.prefix(1))
    return Problem(
      .unsolvable, "needs a gem that needs it, which Bundler rejects", subject: names.first,
      explanation: pairs.map { "\($0) needs \($1)." })
  }
}
