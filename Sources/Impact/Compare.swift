extension APIComparison {
  /// Compares two versions of a package.
  ///
  /// Names that are new don't count, except cases of enumerations and requirements of protocols.
  package init(from before: PublicAPI, to after: PublicAPI) {
    self.init(before: before, after: after)
    let old = DeclarationIndex(before)
    let new = DeclarationIndex(after)
    for key in old.keys {
      changes += Self.changes(of: old[key], among: new[key], old, new)
    }
    changes += Self.additions(old, new)
    let gone = Set(changes.lazy.filter { $0.kind == .removed }.map(\.declaration).map(\.path))
    // What seems to be gone can be in a part that couldn't be read.
    if after.gaps(besides: before).contains(where: { $0.names == nil && !$0.isShallow }) {
      for index in changes.indices { changes[index].isUncertain = true }
    }
    if !after.companions.isSubset(of: before.companions) {
      for index in changes.indices where changes[index].kind == .removed {
        changes[index].isUncertain = true
      }
    }
    // A type that is gone stands for its members.
    changes.removeAll { $0.kind == .removed && Self.hasScope($0.declaration.scope, in: gone) }
  }

  private static func hasScope(_ scope: String, in gone: Set<String>) -> Bool {
    var scope = scope[...]
    while !scope.isEmpty {
      if gone.contains(String(scope)) { return true }
      guard let dot = scope.lastIndex(of: ".") else { return false }
      scope = scope[..<dot]
    }
    return false
  }

  /// Returns the changes of the overloads of a name.
  private static func changes(
    of before: [Declaration], among after: [Declaration], _ old: DeclarationIndex,
    _ new: DeclarationIndex
  ) -> [APIChange] {
    before.compactMap { declaration in
      var candidates = after
      if candidates.isEmpty {
        candidates = new.inherited(declaration)
        if candidates.isEmpty { return removal(of: declaration, new) }
      }
      let found = candidates.map { declaration.differences(to: $0) }
      guard let least = found.min(by: { weight($0) < weight($1) }), !least.isEmpty else {
        return nil
      }
      var change = APIChange(.changed, declaration, least.map(\.text).joined(separator: ", "))
      // Types without labels are structural: another type can accept the same values.
      let isStructural = new.matching == .names && least.allSatisfy(\.isOfTypes)
      let isAliased =
        least.allSatisfy(\.isOfTypes)
        && (old.mentionsAlias(declaration) || new.mentionsAlias(declaration)
          || candidates.contains { old.mentionsAlias($0) || new.mentionsAlias($0) })
      change.isUncertain =
        least.allSatisfy(\.isUncertain) || after.isEmpty || isStructural || isAliased
        || new.matching == .paths
      return change
    }
  }

  private static func weight(_ differences: [Declaration.Difference]) -> Int {
    differences.count + differences.count { !$0.isUncertain } * 8
  }

  /// Returns the removal of a declaration; nil if calls of it remain valid.
  private static func removal(of declaration: Declaration, _ new: DeclarationIndex) -> APIChange? {
    if declaration.isOverride { return nil }
    if new.extends(declaration) {
      var change = APIChange(
        .changed, declaration, "has more parameters, which calls can leave out")
      change.spares = .calls
      return change
    }
    var change = APIChange(.removed, declaration, "was removed")
    // The members of the type that the alias stands for aren't known by the alias.
    change.isUncertain = new.isAlias(declaration.scope)
    if new.matching == .paths, !declaration.scope.isEmpty {
      change.isUncertain =
        change.isUncertain || declaration.isInferred || new.inheritsElsewhere(declaration.scope)
    }
    return change
  }

  /// Returns the cases and the requirements that are new.
  private static func additions(_ old: DeclarationIndex, _ new: DeclarationIndex) -> [APIChange] {
    var changes: [APIChange] = []
    for key in new.keys where old[key].isEmpty {
      for added in new[key] {
        guard let owner = old.type(added.scope) else { continue }
        if added.kind == .case, owner.kind == .enum {
          changes.append(APIChange(.addedCase, owner, "gained the case `\(added.name)`"))
        }
        if owner.kind == .interface, !added.traits.contains("optional") {
          var change = APIChange(.addedRequirement, owner, "has the member `\(added.name)`")
          change.isUncertain = true
          changes.append(change)
        }
        if added.isRequirement, owner.kind == .protocol, !new.isImplemented(added) {
          changes.append(APIChange(.addedRequirement, owner, "requires `\(added.title)`"))
        }
      }
    }
    return changes
  }
}
