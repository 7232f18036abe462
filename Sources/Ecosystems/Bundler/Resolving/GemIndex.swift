import Gems

/// The variants of gems that were fetched so far.
struct GemIndex: Sendable {
  private var specs: [String: [GemSpec]] = [:]
  /// The platforms that are added, for which locked variants are not preferred.
  var newPlatforms: Set<GemPlatform> = []

  /// All variants of a gem, sorted by version and platform; nil if they weren't fetched.
  subscript(name: String) -> [GemSpec]? { specs[name] }

  /// Whether a gem comes from `gemspec`.
  func isGemspec(_ name: String) -> Bool {
    specs[name]?.first?.source.isGemspec ?? false
  }

  /// Adds the variants of a gem, without versions that require another version of themselves.
  mutating func add(_ name: String, _ found: [GemSpec]) {
    let sound = found.filter { spec in
      !spec.dependencies.contains { $0.name == name && !$0.requirement.accepts(spec.version) }
    }
    specs[name] = sound.sorted { left, right in
      left.version == right.version
        ? left.platform.description < right.platform.description : left.version < right.version
    }
  }

  /// Returns the variants of one version of a gem.
  func variants(of name: String, at version: GemVersion) -> [GemSpec] {
    (specs[name] ?? []).filter { $0.version == version }
  }
}
