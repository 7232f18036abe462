import Ecosystem
import Gems

/// A cycle of gems, which Bundler refuses to install.
enum Cycle {
  /// Returns gems of which each needs the next one, and the last one the first; nil without a cycle.
  ///
  /// A gem that needs itself is allowed.
  static func find(in specs: [GemSpec]) -> [String]? {
    var needs: [String: Set<String>] = [:]
    for spec in specs { needs[spec.name, default: []].formUnion(spec.dependencies.map(\.name)) }
    for name in needs.keys { needs[name]?.remove("bundler") }
    return cycle(in: needs)
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
