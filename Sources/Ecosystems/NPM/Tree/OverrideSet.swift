import JSON
import JavaScript

/// The rules of the root's `overrides`, which replace the specs of dependencies.
///
/// Rules inside the rule of a package apply to the packages below it:
///
///     {"a": {".": "1.0.0", "b": "2.0.0"}}    a becomes 1.0.0, b below a becomes 2.0.0
final class OverrideSet {
  /// The package of the rule; nil for the root.
  let name: String?
  let key: String
  /// The versions of the package to which the rule applies.
  let keySpec: String
  /// `keySpec` of a rule; nil for the root.
  var keySpecOfRule: String? { name == nil ? nil : keySpec }
  /// The replacement; `*` for none.
  let value: String?
  private(set) var parent: OverrideSet?
  private(set) var children: [OverrideSet] = []
  unowned let arena: Arena
  private var knownRules: [OverrideSet]?
  private lazy var keyRange = Range(keySpec)
  private lazy var valueRange = value.flatMap { Range($0) }

  /// Parses the field of the root's manifest.
  convenience init(_ object: JSON.Node, arena: Arena) {
    self.init(object, key: "", parent: nil, arena: arena, depth: 0)
  }

  private init(
    _ rules: JSON.Node, key: String, parent: OverrideSet?, arena: Arena, depth: Int
  ) {
    self.parent = parent
    self.arena = arena
    self.key = key
    let own = rules.string ?? rules["."]?.string
    (name, keySpec) = parent == nil ? (nil, "*") : Self.split(key)
    value = parent == nil ? nil : own.map { $0.isEmpty ? "*" : $0 } ?? keySpec
    arena.adopt(self)
    check(rules, depth: depth)
    for member in rules.members where member.key != "." && depth < 32 {
      let child = OverrideSet(
        member.value, key: member.key, parent: self, arena: arena, depth: depth + 1)
      if let index = children.firstIndex(where: { $0.key == child.key }) {
        children[index] = child
      } else {
        children.append(child)
      }
    }
  }

  private func check(_ rules: JSON.Node, depth: Int) {
    let isText = rules.string != nil
    if depth >= 32 { arena.refuse("nests overrides deeper than 32", subject: key) }
    if !isText, rules.kind != .object {
      arena.refuse("has an override that is not a text", subject: key)
    }
    if let dot = rules["."], dot.string == nil {
      arena.refuse("has an override that is not a text", subject: key)
    }
    if parent == nil { return }
    switch arena.request(keySpec) {
    case .any, .range, .version: break
    default: arena.refuse("has an override for something other than a range", subject: key)
    }
    if name?.isEmpty != false { arena.refuse("has an override without a name", subject: key) }
  }

  /// Splits `name@spec`, in which the name may start with `@`.
  private static func split(_ key: String) -> (String, String) {
    guard let at = key.dropFirst().lastIndex(of: "@") else { return (key, "*") }
    let spec = String(key[key.index(after: at)...])
    return (String(key[..<at]), spec.isEmpty ? "*" : spec)
  }

  /// Returns the rule for an edge, or this set without one.
  func rule(for edge: Edge) -> OverrideSet {
    for rule in rules where rule.name == edge.name.text && rule.applies(to: edge) { return rule }
    return self
  }

  private func applies(to edge: Edge) -> Bool {
    if keySpec == "*" { return true }
    let spec = arena.dialect.has(.equalOverrides) ? edge.rawSpec : edge.spec
    switch arena.request(spec).unaliased {
    case .any: return true
    case .range(let range): return intersects(range)
    case .version(let version): return intersects(Range(version.description, loose: true))
    case .git:
      arena.refuse("has an override for versions of a git dependency", subject: key)
      return false
    default: return true
    }
  }

  private func intersects(_ range: Range?) -> Bool {
    guard let range, let keyRange else { return false }
    return range.intersects(keyRange)
  }

  /// Returns the rule for a node's name and version, or this set without one.
  func rule(forNode name: String, version: Version?) -> OverrideSet {
    for rule in rules where rule.name == name {
      if let version, rule.covers(version) { return rule }
    }
    return self
  }

  private func covers(_ version: Version) -> Bool {
    keyRange?.contains(version) == true || valueRange?.contains(version) == true
  }

  /// Returns the root's own spec of a package, to which `$name` refers.
  func reference(_ name: String, from node: Node) -> String? {
    let root = (node.sourceReference ?? node).root.package
    let others = arena.dialect.has(.equalOverrides) ? [node.package] : []
    for package in [root] + others {
      if let spec = package.ownSpec(of: name) { return spec }
    }
    arena.refuse(
      "has an override that refers to a package that is not a dependency of the root",
      subject: "$" + name)
    return nil
  }

  /// All applicable rules, the innermost first; of equal keys the innermost.
  var rules: [OverrideSet] {
    if let knownRules { return knownRules }
    let rules = collected()
    knownRules = rules
    return rules
  }

  /// Breaks the reference cycles between sets.
  func dissolve() {
    parent = nil
    children = []
    knownRules = nil
  }

  private func collected() -> [OverrideSet] {
    var result: [OverrideSet] = []
    var keys: Set<String> = []
    var ancestor: OverrideSet? = self
    while let set = ancestor {
      for child in set.children where keys.insert(child.key).inserted { result.append(child) }
      if set.parent != nil, keys.insert(set.key).inserted { result.append(set) }
      ancestor = set.parent
    }
    return result
  }
}

extension Package {
  /// Returns the first spec of a dependency, in the order in which `$name` is resolved.
  fileprivate func ownSpec(of name: String) -> String? {
    for section in [devDependencies, optionalDependencies, dependencies, peerDependencies] {
      if let spec = section.first(where: { $0.name == name })?.spec, !spec.isEmpty { return spec }
    }
    return nil
  }
}
