import Ecosystem
import Gems

extension BundlerProject {
  /// The number of gems whose versions are examined.
  private static let limit = 20

  /// Finds the gems of the Gemfile that have to move with one: those whose locked version the new one
  /// excludes, and those whose locked version excludes the new one.
  ///
  /// `bundle update NAME` keeps the other gems of the Gemfile where they are:
  ///
  ///     the Gemfile has a 1.0 and b 1.0 exactly, and a 2.0 needs b = 2.0
  ///     coupled(with: a 2.0)   // b 2.0
  ///
  /// - Throws: a `Problem` if a server doesn't respond.
  func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    guard let wanted = target.version.flatMap({ GemVersion($0) }), let lock = state.lock else {
      return []
    }
    let direct = Set(state.gemfile.dependencies.map(\.name))
    let locked = lock.specs.filter { direct.contains($0.name) }
    var chosen = [target.name: wanted]
    var order = [target.name]
    var next = 0
    while next < order.count, next < Self.limit {
      let name = order[next]
      next += 1
      guard let version = chosen[name],
        let spec = try await specs(of: name).last(where: { $0.version.text == version.text })
      else { continue }
      for other in locked where chosen[other.name] == nil {
        let demands = spec.dependencies.filter { $0.name == other.name }.map(\.requirement)
        let isExcluded = !demands.allSatisfy { $0.accepts(other.version) }
        let excludes = other.dependencies.contains {
          $0.name == name && !$0.requirement.accepts(version)
        }
        guard isExcluded || excludes else { continue }
        let partner = try await specs(of: other.name).last { candidate in
          candidate.version > other.version && !candidate.version.isPrerelease
            && demands.allSatisfy { $0.accepts(candidate.version) }
            && candidate.dependencies.allSatisfy {
              $0.name != name || $0.requirement.accepts(version)
            }
        }
        guard let partner else { return [] }
        chosen[other.name] = partner.version
        order.append(other.name)
      }
    }
    return order.dropFirst().map { Goal.Target(name: $0, version: chosen[$0]?.text) }
  }

  /// The versions of a gem in its index, oldest first; empty if it comes from elsewhere.
  private func specs(of name: String) async throws(Problem) -> [GemSpec] {
    let sources = try await foundSources()
    guard case .rubygems(let servers) = sources[name] else { return [] }
    var found = GemIndex()
    let need = GemNeed(name: name, servers: servers)
    found.add(name, try await ecosystem.index.specs(of: need, sources.definition.rules))
    return (found[name] ?? []).sorted { $0.version < $1.version }
  }
}
