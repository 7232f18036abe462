import Gems
import Ruby

/// A variant of a gem: a version for a platform, from an index, a lock or a gemspec.
struct GemSpec: Sendable {
  var name: String
  var version: GemVersion
  var platform: GemPlatform
  /// The runtime dependencies.
  var dependencies: [GemDependency]
  /// Nil without a requirement, or if it comes from a lock.
  var requiredRuby: GemRequirement?
  var requiredRubygems: GemRequirement?
  var source: GemSource
  /// Whether it comes from the lock, and so is preferred for the platforms of the lock.
  var isLocked = false
  /// The source of its block in the lock, for a spec from the lock.
  var lockedSource: GemSource?
  /// SHA-256 in hexadecimal.
  var checksum: String?
  /// Equal for variants with the same dependencies in an index; nil if they weren't compared.
  var kin: Int?

  init(
    name: String, version: GemVersion, platform: GemPlatform, dependencies: [GemDependency] = [],
    source: GemSource
  ) {
    self.name = name
    self.version = version
    self.platform = platform
    self.dependencies = dependencies
    self.source = source
  }

  /// `nokogiri-1.18.8-arm64-darwin`: its identity.
  var fullName: String {
    platform == .ruby ? "\(name)-\(version)" : "\(name)-\(version)-\(platform)"
  }

  /// Whether both have the same full name.
  func isSameVariant(as other: GemSpec) -> Bool {
    version.text == other.version.text && platform == other.platform && name == other.name
  }

  /// The dependencies, with requirements on Ruby and RubyGems as dependencies on packages.
  var expandedDependencies: [GemDependency] {
    var result = dependencies
    if let requiredRuby, !requiredRuby.isAny {
      result.append(GemDependency(name: MetaPackage.ruby, requirement: requiredRuby))
    }
    if let requiredRubygems, !requiredRubygems.isAny {
      result.append(GemDependency(name: MetaPackage.rubygems, requirement: requiredRubygems))
    }
    return result
  }

  /// Whether the Gemfile no longer has the source of the lock.
  var isSourceChanged: Bool { lockedSource.map { $0 != source } ?? false }

  /// As in the lock.
  var locked: LockedSpec {
    LockedSpec(
      name: name, version: version, platform: platform.description, dependencies: dependencies)
  }
}

/// Packages for the toolchain, each with one version.
enum MetaPackage {
  static let ruby = "Ruby\0"
  static let rubygems = "RubyGems\0"

  static func contains(_ name: String) -> Bool { name == ruby || name == rubygems }
}

extension PlatformRules {
  /// Returns the variants that fit a platform best and have the same dependencies.
  func best(_ specs: [GemSpec], for platform: GemPlatform, prefersLocked: Bool = false) -> [GemSpec]
  {
    var matching = specs.filter { installs($0.platform, on: platform) }
    if prefersLocked {
      let locked = matching.filter(\.isLocked)
      if !locked.isEmpty { matching = locked }
    }
    guard matching.count != 1 else { return matching }
    let exact = matching.filter { $0.platform == platform }
    guard exact.isEmpty else { return exact }
    let ranked = matching.enumerated().map { (distance($0.element), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    guard let first = ranked.first else { return [] }
    return ranked.prefix { $0.0 == first.0 && Self.sameNeeds($0.2, first.2) }.map(\.2)
    func distance(_ spec: GemSpec) -> Int { self.distance(from: spec.platform, to: platform) }
  }

  private static func sameNeeds(_ left: GemSpec, _ right: GemSpec) -> Bool {
    left.requiredRuby == right.requiredRuby && left.requiredRubygems == right.requiredRubygems
      && Set(left.dependencies) == Set(right.dependencies)
  }
}
