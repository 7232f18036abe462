import Ecosystem
import JSON
import JavaScript

/// The rules of `overrides`: `name`, `name@range`, `parent>name`; the value `-` removes.
///
/// Source: `createVersionsOverrider.ts` and `config/parse-overrides` of pnpm 10.
struct OverrideRules: Sendable {
  private struct Rule: Sendable {
    /// The versions of the parent; nil without a parent.
    var parent: Bound?
    var bound: Bound
    var value: String
  }

  /// A range of a selector, parsed once: each rule is compared with many requirements.
  private struct Bound: Sendable {
    /// Empty for any version.
    let text: String
    /// Nil if the text isn't a range.
    let range: Range?

    init(_ text: String?) {
      self.text = text ?? ""
      range = self.text.isEmpty ? nil : Range(self.text)
    }

    func intersects(_ other: Bound) -> Bool {
      if text.isEmpty || text == other.text { return true }
      guard let range, let two = other.range ?? Range(other.text) else { return false }
      return two.intersects(range)
    }
  }

  /// Those without a parent, by the package that they replace.
  private var general: [String: [Rule]] = [:]
  /// Those for one parent, by its name and by the package that they replace.
  private var ofParents: [String: [String: [Rule]]] = [:]
  /// Whether a peer can get a requirement that isn't a range.
  private let replacesPeers: Bool
  /// Whether peers are replaced at all.
  private let reachesPeers: Bool
  /// By selector, as the lock has them: with `$name` and `catalog:` replaced.
  private(set) var locked: [(selector: String, value: String)] = []

  /// Parses overrides.
  ///
  /// - Parameters:
  ///   - overrides: as configured.
  ///   - manifest: the root's manifest, which `$name` refers to.
  ///   - catalogs: the catalogs of the workspace.
  ///   - version: decides what peers can get.
  /// - Throws: `Problem` for `$name` without a dependency of this name.
  init(
    _ overrides: [(selector: String, value: String)], _ manifest: PackageManifest,
    _ catalogs: Catalogs, _ version: PnpmVersion
  ) throws(Problem) {
    replacesPeers = version.has(.overridesPeersByAnything)
    reachesPeers = version.has(.overridesPeers)
    for (selector, text) in overrides {
      var value = text
      if text.hasPrefix("$") {
        let name = String(text.dropFirst())
        let found =
          manifest.optionalDependencies[name] ?? manifest.dependencies[name]
          ?? manifest.devDependencies[name]
        guard let found else {
          throw Problem(
            .unsolvable, "refers to a dependency that the root does not have", subject: text)
        }
        value = found
      }
      let (parent, target) = Self.split(selector)
      if let entry = try catalogs.entry(for: target.name, value) { value = entry.requirement }
      for local in ["link:", "file:"] where value.hasPrefix(local) {
        throw Problem(
          .refused, "overrides a package by a folder, which martlet does not support",
          subject: selector)
      }
      let rule = Rule(
        parent: parent.map { Bound($0.range) }, bound: Bound(target.range), value: value)
      if let parent {
        ofParents[parent.name, default: [:]][target.name, default: []].append(rule)
      } else {
        general[target.name, default: []].append(rule)
      }
      locked.append((selector, value))
    }
  }

  /// Splits `parent@range>name@range`.
  static func split(
    _ selector: String
  ) -> (parent: (name: String, range: String?)?, target: (name: String, range: String?)) {
    let bytes = Array(selector.utf8)
    for index in bytes.indices.dropFirst()
    where bytes[index] == UInt8(ascii: ">") && !" |@".utf8.contains(bytes[index - 1]) {
      let parent = String(decoding: bytes[..<index], as: UTF8.self)
      let target = Self.selector(String(decoding: bytes[(index + 1)...], as: UTF8.self))
      return (Self.selector(parent), target)
    }
    return (nil, Self.selector(selector))
  }

  /// Returns the package that a selector replaces: `b` for `a>b@^1.0.0`.
  static func target(of selector: String) -> String { split(selector).target.name }

  /// Describes a rule for ranges that only the registry has.
  static func replacement(_ selector: String, _ value: String) -> ReplacementRule {
    let (parent, target) = split(selector)
    return ReplacementRule(
      target.name, selector: target.range, parent: parent?.name, range: value)
  }

  /// Splits `name@range`; a text without a range has none.
  static func selector(_ text: String) -> (name: String, range: String?) {
    guard let at = text.dropFirst().firstIndex(of: "@") else { return (text, nil) }
    return (String(text[..<at]), String(text[text.index(after: at)...]))
  }

  /// Replaces requirements of a manifest.
  func apply(to manifest: inout PackageManifest) {
    if general.isEmpty, ofParents.isEmpty { return }
    let version = Version(manifest.version)
    let ofParent = (ofParents[manifest.name] ?? [:]).mapValues { rules in
      rules.filter { rule in
        guard let parent = rule.parent, !parent.text.isEmpty else { return true }
        return version.flatMap { parent.range?.contains($0) } ?? false
      }
    }
    for section in [
      \PackageManifest.dependencies, \.optionalDependencies, \.devDependencies,
    ] {
      for (name, text) in manifest[keyPath: section].pairs {
        guard let rule = rule(for: name, text, ofParent) else { continue }
        manifest[keyPath: section][name] = rule.value == "-" ? nil : rule.value
      }
    }
    for (name, text) in reachesPeers ? manifest.peerDependencies.pairs : [] {
      guard let rule = rule(for: name, text, ofParent) else { continue }
      if rule.value == "-" {
        manifest.peerDependencies[name] = nil
      } else if replacesPeers || Self.isPeerRange(rule.value) {
        manifest.peerDependencies[name] = rule.value
      } else {
        manifest.dependencies[name] = rule.value
      }
    }
  }

  /// Returns the value for a requirement, whoever has it; `-` removes it.
  func replacement(of name: String, _ range: String) -> String? {
    rule(for: name, range, [:])?.value
  }

  private func rule(for name: String, _ text: String, _ ofParent: [String: [Rule]]) -> Rule? {
    let (own, others) = (ofParent[name] ?? [], general[name] ?? [])
    if own.isEmpty, others.isEmpty { return nil }
    let requirement = Bound(text)
    let fits = { (rule: Rule) in rule.bound.intersects(requirement) }
    return mostSpecific(own.filter(fits)) ?? mostSpecific(others.filter(fits))
  }

  /// Sorts as pnpm does: a rule whose range another one's intersects comes first.
  private func mostSpecific(_ rules: [Rule]) -> Rule? {
    var sorted: [Rule] = []
    // Node sorts short arrays by binary insertion.
    for rule in rules {
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        let isBefore = sorted[middle].bound.intersects(rule.bound)
        if isBefore { high = middle } else { low = middle + 1 }
      }
      sorted.insert(rule, at: low)
    }
    return sorted.first
  }

  /// Whether a requirement can be one of a peer.
  private static func isPeerRange(_ text: String) -> Bool {
    Range(text) != nil || text.contains("workspace:") || text.contains("catalog:")
  }
}
