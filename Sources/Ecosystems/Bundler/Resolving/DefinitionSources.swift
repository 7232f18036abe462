/// Where gems come from: the Gemfile's sources, with the commits that the lock holds.
extension Definition {
  var defaultSource: GemSource { .rubygems(gemfile.global) }

  /// Folders and repositories in the order in which Bundler looks into them.
  var localSources: [GemSource] {
    gemfile.paths.map(GemSource.path) + gemfile.repositories.map(GemSource.git)
  }

  /// The Gemfile's sources in the order in which the lock has them.
  var lockSources: [GemSource] {
    let others = gemfile.paths.map(GemSource.path) + gemfile.repositories.map { held(.git($0)) }
    let servers = (gemfile.servers + [gemfile.global]).map(GemSource.rubygems)
    return others.sorted { Self.precedes($0, $1) } + servers.sorted { Self.precedes($0, $1) }
  }

  private static func precedes(_ left: GemSource, _ right: GemSource) -> Bool {
    left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
  }

  /// A source with the locked commit, unless that is given up.
  func held(_ source: GemSource) -> GemSource {
    guard case .git(let git) = source else { return source }
    if let new = adopted[git.identifierWithoutRevision] { return .git(new) }
    guard !request.unlocksAll, !unlockedRepositories.contains(git) else { return source }
    for block in lock?.blocks ?? [] {
      if case .git(let locked) = block.source, locked == git { return block.source }
    }
    return source
  }

  /// Whether the Gemfile's sources are others than the lock's.
  static func differ(_ sources: [GemSource], _ lock: Lockfile?) -> Bool {
    let locked = (lock?.blocks ?? []).map(\.source)
    guard !locked.isEmpty else { return false }
    return sources.sorted(by: precedes) != locked.sorted(by: precedes)
  }

  /// The Gemfile's source that stands for a locked one.
  func current(_ locked: GemSource) -> GemSource? {
    let all =
      gemfile.paths.map(GemSource.path) + gemfile.repositories.map(GemSource.git)
      + (gemfile.servers + [gemfile.global]).map(GemSource.rubygems)
    return all.first { $0.includes(locked) }
  }

  /// Where a gem that the Gemfile names comes from.
  func directSource(of name: String) -> GemSource? {
    gemfile.dependencies.last { $0.name == name }.map { $0.source ?? defaultSource }
  }
}
