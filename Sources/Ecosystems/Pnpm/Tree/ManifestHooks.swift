import Ecosystem
import JSON
import JavaScript

/// Changes manifests before they are used, as `createReadPackageHook.ts` of pnpm does.
///
/// In this order: the built-in extensions, the project's `packageExtensions`, `overrides`,
/// `ignoredOptionalDependencies`; with pnpm 8 `peerDependencyRules`.
struct ManifestHooks: Sendable {
  private struct Extension: Sendable {
    var range: Range?
    var isRangeUnreadable = false
    var dependencies: Requirements
    var optionalDependencies: Requirements
    var peerDependencies: Requirements
    var peerMeta: [(name: String, isOptional: Bool)]
  }

  private var extensions: [String: [Extension]] = [:]
  private let overrides: OverrideRules
  private let ignoredOptional: [NameMatcher]
  private let peerRules: PeerRules

  /// Creates the hooks of a project.
  ///
  /// - Parameters:
  ///   - settings: the project's settings.
  ///   - builtIn: the extensions of pnpm's version.
  ///   - rules: the parsed overrides.
  init(
    _ settings: PnpmSettings, builtIn: [(selector: String, value: Object)], _ rules: OverrideRules
  ) {
    overrides = rules
    peerRules = PeerRules(settings.peerRules)
    ignoredOptional =
      settings.ignoredOptionalDependencies.isEmpty
      ? [] : [NameMatcher(settings.ignoredOptionalDependencies)]
    for (selector, value) in settings.ignoreCompatibilityDb ? [] : builtIn {
      add(selector, value)
    }
    for member in settings.packageExtensions?.members ?? [] {
      add(member.key, member.value.object ?? Object())
    }
  }

  private mutating func add(_ selector: String, _ value: Object) {
    let (name, range) = OverrideRules.selector(selector)
    var added = Extension(
      dependencies: Requirements(value["dependencies"]?.object),
      optionalDependencies: Requirements(value["optionalDependencies"]?.object),
      peerDependencies: Requirements(value["peerDependencies"]?.object),
      peerMeta: (value["peerDependenciesMeta"]?.object?.members ?? []).map {
        ($0.key, $0.value["optional"]?.bool == true)
      })
    if let range {
      added.range = Range(range)
      added.isRangeUnreadable = added.range == nil
    }
    extensions[name, default: []].append(added)
  }

  /// Returns what an override replaces the range of a missing peer with; nil if none does.
  func override(of name: String, _ range: String) -> String? {
    overrides.replacement(of: name, range)
  }

  /// Returns a manifest after all changes.
  func apply(_ manifest: PackageManifest) -> PackageManifest {
    var result = manifest
    let version = Version(manifest.version)
    for added in extensions[manifest.name] ?? [] {
      if added.isRangeUnreadable { continue }
      if let range = added.range, version.map(range.contains) != true { continue }
      result.dependencies = added.dependencies.merging(result.dependencies)
      result.optionalDependencies = added.optionalDependencies.merging(result.optionalDependencies)
      result.peerDependencies = added.peerDependencies.merging(result.peerDependencies)
      let known = Set(result.peerMeta.map(\.name))
      result.peerMeta = added.peerMeta.filter { !known.contains($0.name) } + result.peerMeta
    }
    overrides.apply(to: &result)
    peerRules.apply(to: &result)
    for matcher in ignoredOptional {
      for name in result.optionalDependencies.names where matcher.matches(name) {
        result.optionalDependencies[name] = nil
        result.dependencies[name] = nil
      }
    }
    return result
  }
}

/// Patterns of names with `*`, as pnpm's `config/matcher` reads them.
///
/// A pattern with `!` excludes names.
struct NameMatcher: Sendable {
  private let patterns: [String]

  init(_ patterns: [String]) {
    self.patterns = patterns
  }

  /// Whether a name is included; the last pattern that matches decides.
  func matches(_ name: String) -> Bool {
    let hasIncludes = patterns.contains { !$0.hasPrefix("!") }
    var result = !hasIncludes && !patterns.isEmpty
    for pattern in patterns {
      if pattern.hasPrefix("!") {
        if Self.matches(name, pattern.dropFirst()) { result = false }
      } else if Self.matches(name, pattern[...]) {
        result = true
      }
    }
    return result
  }

  private static func matches(_ name: String, _ pattern: Substring) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return name == pattern }
    guard name.hasPrefix(first), name.hasSuffix(last),
      name.utf8.count >= first.utf8.count + last.utf8.count
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
