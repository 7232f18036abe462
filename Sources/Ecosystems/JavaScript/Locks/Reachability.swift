extension LockedCopies {
  /// Returns what the copies of a name lead to, directly or through others.
  ///
  /// - Parameters:
  ///   - name: a name in the lock.
  ///   - byPackage: whether the registry's names are returned instead of aliases.
  /// - Returns: names, without this one.
  package func dependencies(of name: String, byPackage: Bool = false) -> Set<String> {
    var result: Set<String> = []
    visit(from: indices(of: name)) { link, targets in
      if byPackage, !targets.isEmpty {
        result.formUnion(targets.map { all[$0].package })
      } else {
        result.insert(link.name)
      }
    }
    result.remove(name)
    if byPackage { result.subtract(copies(of: name).map(\.package)) }
    return result
  }

  /// Returns the positions of the copies that some lead to, and their own.
  func reachable(from start: [Int]) -> Set<Int> {
    var result = Set(start)
    visit(from: start) { _, targets in result.formUnion(targets) }
    return result
  }

  /// Returns the names of the packages that some lead to, and of those with several copies: one of them
  /// can leave because another one serves its dependents.
  ///
  /// - Parameter names: names or aliases.
  /// - Returns: names and aliases, with those of the packages themselves.
  package func names(neededBy names: Set<String>) -> Set<String> {
    let start = all.indices.filter {
      names.contains(all[$0].name) || names.contains(all[$0].package)
    }
    let reached = reachable(from: start + names.flatMap(indices))
    var result = Set(reached.flatMap { [all[$0].name, all[$0].package] })
    result.formUnion(aliases.filter { !$0.value.isDisjoint(with: reached) }.keys)
    return result.union(self.names.filter { indices(of: $0).count > 1 })
  }

  private func visit(
    from start: [Int], _ body: (LockedLinks.Link, _ targets: [Int]) -> Void
  ) {
    var seen = Set(start)
    var open = start
    while let next = open.popLast() {
      for link in links(of: next).dependencies {
        let targets = targets(of: link)
        body(link, targets)
        open += targets.filter { seen.insert($0).inserted }
      }
    }
  }

  /// The ranges that packages ask for, by name: each once, sorted.
  ///
  /// A name is missing if the lock doesn't have all of them.
  ///
  /// - Parameter rules: the project's rules, which replace ranges.
  /// - Returns: the ranges of each name.
  func bounds(_ rules: ReplacementRules) -> [String: [String]] {
    var found: [String: Set<String>] = [:]
    var unknown: Set<String> = []
    for index in all.indices {
      let links = links(of: index)
      for link in links.dependencies {
        guard let range = rules.range(of: link, in: all[index]) else {
          unknown.insert(link.name)
          continue
        }
        found[link.name, default: []].insert(range)
      }
      for (name, range) in links.peers { found[name, default: []].insert(range) }
    }
    return found.filter { !unknown.contains($0.key) }.mapValues { $0.sorted() }
  }
}
