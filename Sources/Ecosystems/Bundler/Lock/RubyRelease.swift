/// Patch levels of Ruby's releases, which a lock's `RUBY VERSION` names.
enum RubyRelease {
  private static let levels: [String: Int] = [
    "2.5.9": 229, "2.6.10": 210, "2.7.0": 0, "2.7.1": 83, "2.7.2": 137, "2.7.3": 183,
    "2.7.4": 191, "2.7.5": 203, "2.7.6": 219, "2.7.7": 221, "2.7.8": 225,
    "3.0.0": 0, "3.0.1": 64, "3.0.2": 107, "3.0.3": 157, "3.0.4": 208, "3.0.5": 211, "3.0.6": 216,
    "3.0.7": 220, "3.1.0": 0, "3.1.1": 18, "3.1.2": 20, "3.1.3": 185, "3.1.4": 223, "3.1.5": 252,
    "3.1.6": 260, "3.2.0": 0, "3.2.1": 31, "3.2.2": 53, "3.2.3": 157, "3.2.4": 170, "3.2.5": 208,
    "3.2.6": 234, "3.3.0": 0, "3.3.1": 55, "3.3.2": 78, "3.3.3": 89, "3.3.4": 94, "3.3.5": 100,
    "3.3.6": 108, "3.4.0": 0, "3.4.1": 0, "3.4.2": 100,
  ]

  /// The line of `RUBY VERSION`; nil for a release whose patch level is not known here.
  static func line(_ version: GemVersion) -> String? {
    if version.isPrerelease { return "ruby \(version)" }
    return levels[version.text].map { "ruby \(version)p\($0)" }
  }

  /// The RubyGems that comes with a series of Ruby.
  static func rubygems(of ruby: GemVersion) -> GemVersion? {
    let bundled = [
      "2.5": "2.7.6", "2.6": "3.0.3", "2.7": "3.1.6", "3.0": "3.2.33", "3.1": "3.3.26",
      "3.2": "3.4.19", "3.3": "3.5.22", "3.4": "3.6.9", "4.0": "4.0.3",
    ]
    let series = ruby.segments.prefix(2).map(\.description).joined(separator: ".")
    return bundled[series].flatMap { GemVersion($0) }
  }
}
