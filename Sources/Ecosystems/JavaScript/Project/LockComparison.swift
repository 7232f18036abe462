import Ecosystem

/// The differences between the old and the new lock.
struct LockComparison {
  let before: LockedCopies
  let after: LockedCopies
  /// The versions of the manifests' requirements in the old lock.
  let required: DirectRequirements
  /// Their versions in the new one.
  let requiredAfter: DirectRequirements
  /// The changed requirements by package.
  let edits: [String: Move.Edit]
  /// The names of direct dependencies.
  let direct: Set<String>

  /// Verifies that the new lock contains the demanded versions, for the manifests too if they ask for the
  /// package.
  ///
  /// - Parameters:
  ///   - plan: the targets of the goal, and the versions that stay.
  ///   - message: the predicate of the problem.
  ///   - rules: returns sentences about the rules that exclude a version.
  /// - Throws: `Problem` if a version is missing.
  func prove(
    _ plan: UpdatePlan, _ message: String, _ rules: (_ name: String, _ version: String) -> [String]
  ) throws(Problem) {
    for target in plan.targets {
      guard let version = target.version else { continue }
      let found = after.versions(of: target.name)
      let isElsewhere = plan.preference.staying.isEmpty && isOnlyIndirect(target.name, version)
      if found.contains(version), !isElsewhere { continue }
      let held = found.joined(separator: ", ")
      throw Problem(
        .unsolvable, message, subject: "\(target.name)@\(version)",
        explanation: [
          held.isEmpty
            ? "No package depends on \(target.name) any longer."
            : "The packages that depend on \(target.name) get \(held) instead."
        ] + rules(target.name, version))
    }
  }

  /// Whether manifests ask for the package, and none of them gets the version.
  private func isOnlyIndirect(_ name: String, _ version: String) -> Bool {
    let own = requiredAfter.versions(of: name)
    return required.contains(name) && !own.isEmpty && !own.contains(version)
  }

  /// Verifies that the digests of unchanged versions are the same: a registry must not replace
  /// published content.
  func proveDigests() throws(Problem) {
    let new = after.all.filter { copy in
      copy.isRegistered && copy.digest != nil
        && !before.contains(copy.name) { $0.isOfSameContent(as: copy) }
    }
    let packages = Set(new.map(\.package))
    var known: [String: String] = [:]
    for copy in before.all where copy.isRegistered && packages.contains(copy.package) {
      if let digest = copy.digest { known[copy.id] = digest }
    }
    let changed = new.filter { copy in
      guard let told = copy.digest, let locked = known[copy.id] else { return false }
      return !Integrity.agree(locked, told)
    }
    guard let first = changed.map(\.id).min() else { return }
    throw Problem(
      .failed, "is locked with a digest other than the registry's", subject: first,
      advice: "find out why its content was replaced before you create a new lock")
  }

  /// Returns all packages with different versions, the named ones first.
  func moves(first: [String]) -> [Move] {
    let moves = after.isTree || before.isTree ? movesByLocation : movesByName(first)
    return moves.filter { first.contains($0.name) } + moves.filter { !first.contains($0.name) }
  }

  private func move(
    _ name: String, _ from: String?, _ to: String?, isDevelopment: Bool = false
  ) -> Move {
    Move(
      name: name, from: from, to: to, kind: direct.contains(name) ? .direct : .indirect,
      group: isDevelopment ? .development : .production, requirement: edits[name])
  }
}

/// The moves in a tree: each folder's old and new version are a pair.
///
/// A version that only gets another folder, or one more, hasn't moved:
///
///     node_modules/x 1 -> 2, and node_modules/a/node_modules/x is new at 2: x 1 -> 2
///     node_modules/x is gone at 1, and node_modules/a/node_modules/x is new at 2: x 1 -> 2
extension LockComparison {
  private var movesByLocation: [Move] {
    let (old, new) = (Self.folders(before), Self.folders(after))
    var different: Set<String> = []
    for (location, index) in old {
      let to = new[location].map { after.all[$0] }
      if Self.version(before.all[index]) != Self.version(to) { different.insert(location) }
    }
    for (location, index) in new where old[location] == nil {
      if Self.version(after.all[index]) != nil { different.insert(location) }
    }
    let sorted = different.map { (depth: Paths.depth(of: $0), location: $0) }.sorted(by: <)
    var seen: Set<Move> = []
    let all = sorted.compactMap { _, location -> Move? in
      let from = old[location].map { before.all[$0] }
      let to = new[location].map { after.all[$0] }
      guard let copy = to ?? from else { return nil }
      let move = move(
        copy.name, Self.version(from), Self.version(to), isDevelopment: copy.isDevelopment)
      return seen.insert(move).inserted ? move : nil
    }
    let names = Set(all.map(\.name))
    var staying: [String: Set<String>] = [:]
    for (location, index) in old where names.contains(before.all[index].name) {
      guard !different.contains(location), let version = Self.version(before.all[index]) else {
        continue
      }
      staying[before.all[index].name, default: []].insert(version)
    }
    return Self.joined(all, besides: staying)
  }

  /// Joins the moves of each name that only have an old or a new version.
  ///
  /// - Parameters:
  ///   - moves: the moves by folder.
  ///   - staying: the versions that a folder has before and after, by name.
  /// - Returns: the moves in the same order.
  private static func joined(
    _ moves: [Move], besides staying: [String: Set<String>]
  ) -> [Move] {
    var gone: [String: [Int]] = [:]
    var result: [Move?] = moves
    let pairs = moves.filter { $0.from != nil && $0.to != nil }
    let (left, taken) = (
      Set(pairs.map { [$0.name, $0.from] }), Set(pairs.map { [$0.name, $0.to] })
    )
    for (index, move) in moves.enumerated() where move.from == nil || move.to == nil {
      let isShown =
        move.to == nil
        ? left.contains([move.name, move.from]) : taken.contains([move.name, move.to])
      let version = move.to ?? move.from ?? ""
      if isShown || staying[move.name]?.contains(version) ?? false {
        result[index] = nil
      } else if move.to == nil {
        gone[move.name, default: []].append(index)
      }
    }
    for (index, move) in moves.enumerated() where move.from == nil && result[index] != nil {
      guard let source = gone[move.name]?.popLast(), let from = result[source]?.from else {
        continue
      }
      result[index]?.from = from
      if from == move.to { result[index] = nil }
      result[source] = nil
    }
    return result.compactMap(\.self)
  }

  private static func folders(_ copies: LockedCopies) -> [String: Int] {
    let folders = copies.all.enumerated().map { ($0.element.location ?? "", $0.offset) }
    return Dictionary(folders) { first, _ in first }
  }

  private static func version(_ copy: LockedCopy?) -> String? {
    copy.flatMap { $0.version.isEmpty ? $0.address : $0.version }
  }
}

/// The moves in other locks: the versions of a manifest's requirement are a pair, and then the newest ones that
/// are left.
extension LockComparison {
  private func movesByName(_ first: [String]) -> [Move] {
    let aliases = Set(before.aliases.keys).union(after.aliases.keys)
    let names = before.names.union(after.names).union(aliases).union(first)
    return names.subtracting(packagesShownByAliases(first)).sorted().flatMap(moves(of:))
  }

  private func moves(of name: String) -> [Move] {
    var (gone, come) = differences(of: name)
    var moves: [Move] = []
    if let from = required.version(of: name), let to = requiredAfter.version(of: name), from != to {
      moves.append(move(name, from, to))
      gone.removeAll { $0 == from }
      come.removeAll { $0 == to }
    }
    while !gone.isEmpty || !come.isEmpty {
      moves.append(move(name, gone.popLast(), come.popLast()))
    }
    return moves
  }

  /// The versions of a name that only the old lock has, and those that only the new one has.
  private func differences(of name: String) -> (gone: [String], come: [String]) {
    let (old, new) = (before.versions(of: name), after.versions(of: name))
    return (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
  }

  /// Returns the packages whose changes are all those of aliases in manifests, which have moves of their own.
  private func packagesShownByAliases(_ named: [String]) -> Set<String> {
    var shown: [String: Set<String>] = [:]
    for lock in [before, after] {
      for (alias, indices) in lock.aliases {
        for index in indices { shown[lock.all[index].package, default: []].insert(alias) }
      }
    }
    return Set(
      shown.filter { package, aliases in
        if named.contains(package) || required.contains(package) { return false }
        let all = differences(of: package)
        let parts = aliases.map(differences)
        return Set(all.gone).isSubset(of: parts.flatMap(\.gone))
          && Set(all.come).isSubset(of: parts.flatMap(\.come))
      }.keys)
  }
}
