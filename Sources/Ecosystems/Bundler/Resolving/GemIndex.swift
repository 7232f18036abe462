import Ruby

/// What is known of gems so far, by the rules of where each may come from.
struct GemIndex: Sendable {
  private var specs: [String: [GemSpec]] = [:]
  /// Platforms that are being added, for which locked variants are not preferred.
  var newPlatforms: Set<GemPlatform> = []

  /// All variants of a gem, by version and platform; nil where nobody was asked.
  subscript(name: String) -> [GemSpec]? { specs[name] }

  /// Whether a gem is the one that `gemspec` names.
  func isGemspec(_ name: String) -> Bool {
    specs[name]?.first?.source.isGemspec ?? false
  }

  /// Adds what an index says of a gem; versions that need themselves otherwise are left out.
  mutating func add(_ name: String, _ found: [GemSpec]) {
    let sound = found.filter { spec in
      !spec.dependencies.contains { $0.name == name && !$0.requirement.accepts(spec.version) }
    }
    specs[name] = sound.sorted { left, right in
      left.version == right.version
        ? left.platform.description < right.platform.description : left.version < right.version
    }
  }

  /// The variants of one version of a gem.
  func variants(of name: String, at version: GemVersion) -> [GemSpec] {
    (specs[name] ?? []).filter { $0.version == version }
  }
}
