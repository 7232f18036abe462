/// A rule of a project that replaces what packages ask of another one.
///
///     {"overrides": {"kett": {"mini": "1.0.0"}}}    npm: mini below kett is 1.0.0
package struct ReplacementRule: Sendable {
  /// The package that is replaced.
  package var name: String
  /// The ranges that the rule applies to; nil for all.
  package var selector: String?
  /// The name of the package whose requirement is replaced; nil for all packages.
  package var parent: String?
  /// Whether the rule also applies to packages that the parent leads to.
  package var isDeep: Bool
  /// The new range.
  package var range: String

  /// Describes a rule.
  package init(
    _ name: String, selector: String? = nil, parent: String? = nil, isDeep: Bool = false,
    range: String
  ) {
    self.name = name
    self.selector = selector
    self.parent = parent
    self.isDeep = isDeep
    self.range = range
  }

  /// Whether the rule applies to a range.
  fileprivate func selects(_ asked: String?) -> Bool {
    guard let selector, let asked, selector != asked else { return true }
    guard let own = Range(selector, loose: true), let range = Range(asked, loose: true) else {
      return false
    }
    return own.intersects(range)
  }
}

/// The rules of a project, for the packages of its lock.
struct ReplacementRules {
  private var byName: [String: [(rule: ReplacementRule, parents: Set<String>?)]] = [:]

  /// Prepares rules; the first one that applies counts.
  init(_ rules: [ReplacementRule], _ lock: LockedCopies) {
    for rule in rules {
      let parents = rule.parent.map { parent in
        rule.isDeep ? lock.dependencies(of: parent).union([parent]) : [parent]
      }
      byName[rule.name, default: []].append((rule, parents))
    }
  }

  /// Returns the range that a package asks for; nil if neither the lock nor a rule has it.
  func range(of link: LockedLinks.Link, in parent: LockedCopy) -> String? {
    let found = byName[link.name]?.first { rule, parents in
      (parents.map { $0.contains(parent.name) } ?? true) && rule.selects(link.range)
    }
    return found?.rule.range ?? link.range
  }
}
