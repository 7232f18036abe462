import Gems
import Ruby

/// Ruby's releases: patch levels, which a lock of Bundler 2 names, and what comes with them.
enum RubyRelease {
  /// Patch levels up to Ruby 3.4.8 and 4.0.2.
  ///
  /// They grow within a series, but no rule gives them. A release without an entry is refused if the
  /// lock must name its patch level. Locks of Bundler 4 don't name it. Source: `RUBY_PATCHLEVEL` in
  /// each release's `version.h`; from 3.2.9 on locks that those releases wrote.
  private static let levels: [String: Int] = [
    "2.5.9": 229, "2.6.10": 210, "2.7.0": 0, "2.7.1": 83, "2.7.2": 137, "2.7.3": 183,
    "2.7.4": 191, "2.7.5": 203, "2.7.6": 219, "2.7.7": 221, "2.7.8": 225,
    "3.0.0": 0, "3.0.1": 64, "3.0.2": 107, "3.0.3": 157, "3.0.4": 208, "3.0.5": 211, "3.0.6": 216,
    "3.0.7": 220, "3.1.0": 0, "3.1.1": 18, "3.1.2": 20, "3.1.3": 185, "3.1.4": 223, "3.1.5": 252,
    "3.1.6": 260, "3.1.7": 261, "3.2.0": 0, "3.2.1": 31, "3.2.2": 53, "3.2.3": 157, "3.2.4": 170,
    "3.2.5": 208,
    "3.2.6": 234, "3.2.9": 265, "3.2.10": 266, "3.3.0": 0, "3.3.1": 55, "3.3.2": 78, "3.3.3": 89,
    "3.3.4": 94, "3.3.5": 100,
    "3.3.6": 108, "3.3.7": 123, "3.3.8": 144, "3.3.9": 170, "3.3.10": 183, "3.3.11": 205,
    "3.4.0": 0, "3.4.1": 0, "3.4.2": 28, "3.4.3": 32, "3.4.4": 34, "3.4.5": 51, "3.4.6": 54,
    "3.4.7": 58, "3.4.8": 72, "4.0.0": 0, "4.0.1": 0, "4.0.2": 0,
  ]

  /// The RubyGems that comes with the last release of a series, the newest series last.
  private static let series: [(ruby: String, rubygems: String)] = [
    ("2.5", "2.7.6"), ("2.6", "3.0.3"), ("2.7", "3.1.6"), ("3.0", "3.2.33"), ("3.1", "3.3.26"),
    ("3.2", "3.4.19"), ("3.3", "3.5.22"), ("3.4", "3.6.9"), ("4.0", "4.0.3"),
  ]

  /// A patch version above all releases of a series, for the last one.
  static let highestPatch = 999

  /// The line of `RUBY VERSION`; nil for a release whose patch level is not known here.
  static func line(_ version: GemVersion, _ dialect: LockDialect) -> String? {
    if version.isPrerelease || !dialect.hasPatchLevel { return "ruby \(version)" }
    return levels[version.text].map { "ruby \(version)p\($0)" }
  }

  /// The RubyGems that comes with a series of Ruby; nil for a series that is not known here.
  static func rubygems(of ruby: GemVersion) -> GemVersion? {
    let name = ruby.segments.prefix(2).map(\.description).joined(separator: ".")
    return series.first { $0.ruby == name }.flatMap { GemVersion($0.rubygems) }
  }

  /// The newest RubyGems that is known here.
  static var newestRubygems: GemVersion? { series.last.flatMap { GemVersion($0.rubygems) } }

  /// The highest release that a requirement accepts; nil if it also accepts unknown newer series.
  static func highest(in requirement: GemRequirement) -> GemVersion? {
    let unknown = ["4.1.0", "5.0.0"].compactMap { GemVersion($0) }
    guard !unknown.contains(where: requirement.accepts) else { return nil }
    let all = series.compactMap { GemVersion("\($0.ruby).\(highestPatch)") }
    return all.last(where: requirement.accepts) ?? requirement.clauses.map(\.version).max()
  }
}
