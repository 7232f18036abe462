import Ecosystem
import JSON
import JavaScript

/// The rules of `overrides` or `resolutions`, which replace requirements of packages.
///
///     {"a": "1.0.0", "b": {".": "2.0.0", "c": "^3.0.0"}, "d@<2": "1.5.0"}
struct OverrideRules: Hashable, Sendable {
  /// A package with a range, as a key names it: `a`, `@s/a@^1`.
  struct Selector: Hashable, Sendable {
    var name: String
    /// Empty for every version.
    var range = ""

    /// Reads `name` or `name@range`; nil for a text without a name.
    init?(_ text: String) {
      let mark = text.dropFirst().firstIndex(of: "@")
      name = mark.map { String(text[..<$0]) } ?? text
      range = mark.map { String(text[text.index(after: $0)...]) } ?? ""
      if name.isEmpty || mark != nil && range.isEmpty { return nil }
    }

    /// As the lock writes it.
    var text: String { range.isEmpty ? name : "\(name)@\(range)" }
  }

  /// One replaced requirement.
  struct Rule: Hashable, Sendable {
    /// The package whose requirement it is; nil for all.
    var parent: Selector?
    var target: Selector
    /// The new requirement.
    var text: String
  }

  private(set) var rules: [Rule] = []

  /// No rules.
  init() {}

  /// Reads the rules of a manifest.
  ///
  /// - Throws: a refusal for rules whose meaning isn't certain.
  init(_ manifest: JSON.Node) throws(Problem) {
    // Bun reads `resolutions` only without `overrides`.
    let overrides = manifest["overrides"].flatMap { $0.isNull ? nil : $0 }
    let resolutions = manifest["resolutions"].flatMap { $0.isNull ? nil : $0 }
    for member in (overrides ?? resolutions)?.members ?? [] {
      try add(member.key, member.value, manifest)
    }
  }

  /// Reads the rules of a lock, which were read from a manifest before.
  init(locked: Object) {
    for member in locked.members {
      guard let nested = member.value.object else {
        if let target = Selector(member.key), let text = member.value.string {
          rules.append(Rule(target: target, text: text))
        }
        continue
      }
      for inner in nested.members {
        guard let outer = Selector(member.key), let text = inner.value.string else { continue }
        if inner.key == "." {
          rules.append(Rule(target: outer, text: text))
        } else if let target = Selector(inner.key) {
          rules.append(Rule(parent: outer, target: target, text: text))
        }
      }
    }
  }

  private mutating func add(
    _ key: String, _ value: JSON.Node, _ manifest: JSON.Node
  ) throws(Problem) {
    let (parent, target) = try Self.selectors(key, value)
    if let text = value.string {
      try append(parent, target, text, value, manifest)
      return
    }
    guard value.kind == .object, parent == nil else { throw Self.unknown(key, value) }
    for member in value.members {
      guard let text = member.value.string else { throw Self.unknown(member.key, member.value) }
      if member.key == "." {
        try append(nil, target, text, member.value, manifest)
      } else {
        guard let inner = Selector(member.key), !member.key.contains(">") else {
          throw Self.unknown(member.key, member.value)
        }
        try append(target, inner, text, member.value, manifest)
      }
    }
  }

  private mutating func append(
    _ parent: Selector?, _ target: Selector, _ text: String, _ value: JSON.Node,
    _ manifest: JSON.Node
  ) throws(Problem) {
    var text = text
    if let name = text.tail(after: "$") {
      // Of a name in several sections, Bun takes the optional one, else the one for development.
      let sections = ["optionalDependencies", "devDependencies", "dependencies"]
      // Bun leaves out a rule that refers to a dependency which the root lacks, with a warning.
      guard let own = sections.lazy.compactMap({ manifest[$0]?[name]?.string }).first else {
        return
      }
      text = own
    }
    switch Requirement(target.name, text) {
    case .range, .tag, .catalog: break
    default: throw Self.unknown(text, value)
    }
    if !target.range.isEmpty, Range(target.range) == nil {
      throw Self.unknown(target.text, value)
    }
    rules.removeAll { $0.parent == parent && $0.target == target }
    rules.append(Rule(parent: parent, target: target, text: text))
  }

  /// Splits `a>b` and `a/b`; a rule after `**/` is one for all.
  private static func selectors(
    _ key: String, _ value: JSON.Node
  ) throws(Problem) -> (parent: Selector?, target: Selector) {
    if let mark = key.firstIndex(of: ">"), mark != key.startIndex,
      !" |@".contains(key[key.index(before: mark)])
    {
      let rest = key[key.index(after: mark)...].trimmingSpaces
      guard !rest.contains(">"), let parent = Selector(key[..<mark].trimmingSpaces),
        let target = Selector(rest)
      else { throw unknown(key, value) }
      return (parent, target)
    }
    let names = LockedSlot.names(in: key).filter { $0 != "**" }
    let selectors = names.compactMap { Selector($0) }
    guard selectors.count == names.count, 1...2 ~= names.count, let target = selectors.last else {
      throw unknown(key, value)
    }
    return (names.count == 2 ? selectors[0] : nil, target)
  }

  private static func unknown(_ text: String, _ value: JSON.Node) -> Problem {
    Problem(
      .refused, "is a rule of overrides that martlet doesn't support", subject: text,
      at: value.location)
  }

  /// Whether a rule is about one parent or one range, which needs version 3 of the lock.
  var hasNested: Bool { rules.contains { $0.parent != nil || !$0.target.range.isEmpty } }

  /// The rules as the lock has them.
  var locked: Object {
    var result: [String: Object] = [:]
    for rule in rules {
      let outer = rule.parent ?? rule.target
      let inner = rule.parent == nil ? "." : rule.target.text
      result[outer.text, default: Object()][inner] = .string(rule.text)
    }
    let sorted = result.sorted { $0.key.precedesInBytes($1.key) }
    return Object(
      distinct: sorted.map { key, rules in
        var rules = rules
        rules.sort { $0.precedesInBytes($1) }
        let isPlain = rules.count == 1 && Selector(key)?.range.isEmpty == true
        if isPlain, let only = rules["."] { return Object.Entry(key: key, value: only) }
        return Object.Entry(key: key, value: .object(rules))
      })
  }

  /// Returns the requirement that replaces an edge's own; nil without a rule for it.
  func replacement(for edge: Edge, of owner: Package) -> String? {
    if rules.isEmpty || edge.kind == .member || edge.text.trimmed.hasPrefix("npm:") { return nil }
    let own = rules.filter { rule in
      rule.target.name == edge.name && (rule.parent.map { Self.matches($0, owner) } ?? true)
        && (rule.target.range.isEmpty || Self.intersects(rule.target.range, edge.text))
    }
    return own.min(by: Self.precedes)?.text
  }

  /// The order of rules that apply to the same requirement: those for one parent first, then those for a
  /// range, then by their text.
  private static func precedes(_ left: Rule, _ right: Rule) -> Bool {
    if (left.parent == nil) != (right.parent == nil) { return left.parent != nil }
    if left.target.range.isEmpty != right.target.range.isEmpty {
      return !left.target.range.isEmpty
    }
    let texts = { (rule: Rule) in (rule.parent?.text ?? "") + ">" + rule.target.text }
    return texts(left).precedesInBytes(texts(right))
  }

  /// Returns the requirement that replaces those of a name for all packages; nil without one.
  func general(of name: String) -> String? {
    rules.first { $0.parent == nil && $0.target.range.isEmpty && $0.target.name == name }?.text
  }

  private static func matches(_ parent: Selector, _ owner: Package) -> Bool {
    guard owner.name == parent.name else { return false }
    if parent.range.isEmpty { return true }
    guard let version = owner.version, let range = Range(parent.range) else { return false }
    return range.contains(version)
  }

  private static func intersects(_ rule: String, _ text: String) -> Bool {
    guard let left = Range(rule), let right = Range(text) else { return false }
    return left.intersects(right)
  }
}

extension Substring {
  /// The text without blanks at either end.
  fileprivate var trimmingSpaces: String { String(self).trimmed }
}
