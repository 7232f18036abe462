import JavaScript

/// Comparisons of rules since Arborist 9, which no longer takes only the same object for equal.
///
///     {"a": {"c": "1"}, "b": {"c": "1"}}    the rules for c below a and below b are not equal: their
///                                           parents differ, but they do not conflict
extension OverrideSet {
  /// Whether both have the same key, value and children, and equal parents.
  func isEqual(_ other: OverrideSet?) -> Bool {
    guard let other else { return false }
    if self === other { return true }
    guard key == other.key, value == other.value, hasEqualChildren(other) else { return false }
    guard let parent else { return other.parent == nil }
    return parent.isEqual(other.parent)
  }

  private func hasEqualChildren(_ other: OverrideSet) -> Bool {
    children.count == other.children.count
      && children.allSatisfy { child in
        let twin = other.children.first { $0.key == child.key }
        return twin.map { $0.value == child.value && child.hasEqualChildren($0) } ?? false
      }
  }

  /// The relation of two sets of rules.
  enum Relation {
    /// The more specific of two sets, or the nearest set above both.
    case common(OverrideSet)
    /// The sets have compatible rules, but nothing in common.
    case unrelated
    case conflicting
  }

  /// Returns which of two sets applies to a node to which both lead.
  static func relation(_ first: OverrideSet, _ second: OverrideSet, _ dialect: Dialect) -> Relation
  {
    if second.ancestry.contains(where: { $0.isEqual(first) }) { return .common(second) }
    if first.ancestry.contains(where: { $0.isEqual(second) }) { return .common(first) }
    guard dialect.has(.commonOverrides) else { return .conflicting }
    if first.conflicts(with: second) { return .conflicting }
    let above = first.ancestry
    for ancestor in second.ancestry {
      if let common = above.first(where: { $0.isEqual(ancestor) }) { return .common(common) }
    }
    return .unrelated
  }

  /// Whether an edge with these rules makes a node with other rules invalid.
  func excludes(_ other: OverrideSet, _ dialect: Dialect) -> Bool {
    guard case .conflicting = Self.relation(self, other, dialect) else { return false }
    return !dialect.has(.overlappingOverrides) || conflicts(with: other)
  }

  /// Whether both have a rule for the same key with versions that do not overlap.
  private func conflicts(with other: OverrideSet) -> Bool {
    rules.contains { rule in
      guard let theirs = other.rules.first(where: { $0.key == rule.key }), !rule.isEqual(theirs)
      else { return false }
      return !rule.overlaps(theirs)
    }
  }

  private func overlaps(_ other: OverrideSet) -> Bool {
    guard let value, let theirs = other.value, !value.hasPrefix("$"), !theirs.hasPrefix("$"),
      let mine = range(of: value), let its = range(of: theirs)
    else { return true }
    return mine.intersects(its)
  }

  private func range(of spec: String) -> Range? {
    switch arena.request(spec) {
    case .any: Range("*")
    case .range(let range): range
    case .version(let version): Range(version.description, loose: true)
    default: nil
    }
  }

  private var ancestry: [OverrideSet] {
    var result: [OverrideSet] = []
    var next: OverrideSet? = self
    while let set = next {
      result.append(set)
      next = set.parent
    }
    return result
  }
}

extension Node {
  /// Updates the node's rules for a new edge to it.
  func inheritOverrides(of rules: OverrideSet?) {
    guard let rules else { return }
    guard let own = overrides else { return changeOverrides(to: rules) }
    if own.isEqual(rules) { return }
    guard case .common(let set) = OverrideSet.relation(own, rules, arena.dialect),
      !own.isEqual(set)
    else { return }
    changeOverrides(to: set)
  }

  /// Updates the node's rules after the removal of an edge to it.
  func releaseOverrides(of rules: OverrideSet?) {
    guard let own = overrides, own.isEqual(rules) else { return }
    var left: OverrideSet?
    for edge in edgesIn.elements {
      guard let known = left, let theirs = edge.overrides else {
        left = edge.overrides
        continue
      }
      if case .common(let set) = OverrideSet.relation(theirs, known, arena.dialect) {
        left = set
      } else {
        left = nil
      }
    }
    if own.isEqual(left) { return }
    overrides = left
    if left != nil { passOverridesOn() }
  }

  private func changeOverrides(to rules: OverrideSet) {
    overrides = rules
    passOverridesOn()
  }

  private func passOverridesOn() {
    guard arena.spendStep(for: name) else { return }
    if isLink { return passOverridesToTarget() }
    for edge in edgesOut.elements {
      edge.reload(hard: true)
      edge.to?.inheritOverrides(of: edge.overrides)
    }
  }

  /// Gives the rules of a link to its target, if they concern one of its dependencies or, since
  /// Arborist 9.9.1, anything below.
  private func passOverridesToTarget() {
    guard arena.dialect.has(.linkedOverrides), let target = ownTarget, let overrides else { return }
    if arena.dialect.has(.deepOverrides) {
      if target.needs(overrides) { target.inheritOverrides(of: overrides) }
      return
    }
    let names = Set(overrides.rules.compactMap(\.name))
    if target.edgesOut.elements.contains(where: { names.contains($0.name.text) }) {
      target.inheritOverrides(of: overrides)
    }
  }

  /// Whether a rule applies to a dependency of this node, or to one of a node that it leads to.
  private func needs(_ rules: OverrideSet) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var stack = [self]
    while let next = stack.popLast() {
      guard let node = next.target, seen.insert(ObjectIdentifier(node)).inserted else { continue }
      for edge in node.edgesOut.elements {
        if rules.rule(for: edge).name == edge.name.text { return true }
        if let to = edge.to { stack.append(to) }
      }
    }
    return false
  }

  /// Whether a rule chose this version: one of its edges has it and their nodes have not.
  var isOverridden: Bool {
    guard let overrides, overrides.value != nil, overrides.name == name.text else { return false }
    return edgesIn.contains { edge in
      guard let rules = edge.overrides, rules.name == name.text, rules.value == version else {
        return false
      }
      return !rules.isEqual(edge.from.overrides)
    }
  }
}
