import Ecosystem
import JSON
import JavaScript

/// The differences between the old and the new lock.
struct LockChanges {
  let before: Lock
  let after: Lock
  let plan: Plan
  let direct: Set<String>
  private let old: LockedVersions
  private let new: LockedVersions

  /// Collects the versions of both locks.
  ///
  /// - Parameters:
  ///   - before: the present lock.
  ///   - after: the new lock.
  ///   - plan: the targets and edits.
  ///   - direct: the names of direct dependencies.
  init(before: Lock, after: Lock, plan: Plan, direct: Set<String>) {
    self.before = before
    self.after = after
    self.plan = plan
    self.direct = direct
    old = LockedVersions(before)
    new = LockedVersions(after)
  }

  /// Verifies that the new lock contains the requested versions.
  func prove() throws(Problem) {
    for target in plan.targets {
      guard let version = target.version else { continue }
      let found = new.versions(of: target.name)
      if found.contains(version), !isHeldElsewhere(target.name, version) { continue }
      let held = found.sorted().joined(separator: ", ")
      throw Problem(
        .unsolvable, "cannot be placed in this tree", subject: "\(target.name)@\(version)",
        explanation: [
          held.isEmpty
            ? "No package depends on \(target.name) any longer."
            : "The packages that depend on \(target.name) get \(held) instead."
        ] + overrides(against: target.name, version))
    }
  }

  /// Returns a sentence for each override that excludes a version.
  private func overrides(against name: String, _ version: String) -> [String] {
    let version = Version(version)
    return (after.fields["overrides"]?.object?.members ?? []).compactMap { rule in
      guard let range = rule.value.string, OverrideRules.target(of: rule.key) == name else {
        return nil
      }
      if let version, PackageSpec(range).unaliased.admits(version) { return nil }
      return "The override \(rule.key) replaces \(name) with \(range)."
    }
  }

  /// Whether an importer whose requirement was edited has another version.
  private func isHeldElsewhere(_ name: String, _ version: String) -> Bool {
    guard before.importers.values.contains(where: { $0.specifiers[name] != nil }) else {
      return false
    }
    let own = after.importers.values.compactMap { importer -> String? in
      importer.reference(of: name).flatMap { DependencyPath.path(of: $0, alias: name) }
        .flatMap { after.nameAndVersion(of: $0)?.version }
    }
    return !own.isEmpty && !own.contains(version) && plan.staying.isEmpty
  }

  /// Verifies that the digests of unchanged versions are the same: a registry must not replace
  /// published content.
  func proveDigests() throws(Problem) {
    for (path, package) in after.packages.sorted(by: { $0.key < $1.key }) {
      guard let old = before.packages[path]?.manifest["resolution"]?["integrity"]?.string,
        let new = package.manifest["resolution"]?["integrity"]?.string, !Integrity.agree(old, new)
      else { continue }
      throw Problem(
        .failed, "is locked with a digest other than the registry's", subject: path,
        advice: "find out why its content was replaced before you create a new lock")
    }
  }

  /// Returns all packages with different versions, the named ones first.
  ///
  /// An importer's alias has its own moves; the package is left out if they show all its changes.
  func moves(first: [String]) -> [Move] {
    let packages = (Array(before.packages.keys) + after.packages.keys).compactMap {
      DependencyPath.parts($0)?.name
    }
    let names = Set(packages + first).union(old.direct.keys).union(new.direct.keys)
    let moves = names.subtracting(packagesShownByAliases(first)).sorted().flatMap(moves(of:))
    return moves.filter { first.contains($0.name) } + moves.filter { !first.contains($0.name) }
  }

  /// Returns the moves of one name; those of an importer's versions are a pair.
  private func moves(of name: String) -> [Move] {
    var (gone, come) = differences(of: name)
    var moves: [Move] = []
    if let from = old.direct[name], let to = new.direct[name], from != to {
      moves.append(move(name, from, to))
      gone.remove(from)
      come.remove(to)
    }
    var (left, right) = (sorted(gone), sorted(come))
    while !left.isEmpty || !right.isEmpty {
      moves.append(move(name, left.popLast(), right.popLast()))
    }
    return moves
  }

  /// The versions of a name that only the old lock has, and those that only the new one has.
  private func differences(of name: String) -> (gone: Set<String>, come: Set<String>) {
    let (left, right) = (old.versions(of: name), new.versions(of: name))
    return (left.subtracting(right), right.subtracting(left))
  }

  /// Returns the packages whose changes are all those of importers' aliases.
  private func packagesShownByAliases(_ named: [String]) -> Set<String> {
    let aliases = old.aliases.merging(new.aliases) { $0.union($1) }
    return Set(
      aliases.filter { package, names in
        if named.contains(package) || old.direct[package] != nil || new.direct[package] != nil {
          return false
        }
        let all = differences(of: package)
        let shown = names.map(differences)
        return all.gone.isSubset(of: shown.reduce(into: []) { $0.formUnion($1.gone) })
          && all.come.isSubset(of: shown.reduce(into: []) { $0.formUnion($1.come) })
      }.keys)
  }

  private func sorted(_ versions: Set<String>) -> [String] {
    versions.sorted { left, right in
      guard let one = Version(left), let other = Version(right) else { return left < right }
      return one < other
    }
  }

  private func move(_ name: String, _ from: String?, _ to: String?) -> Move {
    let edit = plan.edits.first { $0.name == name }
    let catalog = plan.catalogEdits.first { $0.name == name }
    return Move(
      name: name, from: from, to: to, kind: direct.contains(name) ? .direct : .indirect,
      requirement: edit.map { Move.Edit(before: $0.before, after: $0.after) }
        ?? catalog.map { Move.Edit(before: $0.before, after: $0.after) })
  }
}

/// The versions that a lock has of each name, collected once.
private struct LockedVersions {
  /// The version of the first importer that depends on a name.
  private(set) var direct: [String: String] = [:]
  /// The aliases that importers have for a package.
  private(set) var aliases: [String: Set<String>] = [:]
  private var all: [String: Set<String>] = [:]

  /// Visits the references of importers, in the order of their folders, and then the packages.
  init(_ lock: Lock) {
    for (_, importer) in lock.importers.sorted(by: { $0.key < $1.key }) {
      for (alias, reference) in importer.allReferences {
        guard let path = DependencyPath.path(of: reference, alias: alias),
          let (name, version) = lock.nameAndVersion(of: path)
        else { continue }
        if name != alias { aliases[name, default: []].insert(alias) }
        all[alias, default: []].insert(version)
        if direct[alias] == nil { direct[alias] = version }
      }
    }
    for path in lock.packages.keys {
      guard let (name, version) = lock.nameAndVersion(of: path) else { continue }
      all[name, default: []].insert(version)
    }
  }

  /// The versions of a package; of an alias those that importers have for it.
  func versions(of name: String) -> Set<String> { all[name] ?? [] }
}
