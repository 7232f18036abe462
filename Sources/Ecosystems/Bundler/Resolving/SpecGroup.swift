/// Variants of one version of a gem that are locked together.
struct SpecGroup: Sendable {
  private(set) var specs: [GemSpec]

  init(_ specs: [GemSpec]) {
    guard specs.count > 1 else {
      self.specs = specs
      return
    }
    self.specs = []
    for spec in specs where !contains(spec) { self.specs.append(spec) }
  }

  /// What any of them needs, by name.
  var dependencies: [GemDependency] { Self.needs(of: specs) }

  /// Takes in variants of the same source and the same needs.
  mutating func merge(_ other: SpecGroup) {
    let new = other.specs.filter { !contains($0) }
    guard let mine = specs.first, let theirs = new.first, mine.source == theirs.source,
      dependencies == other.dependencies
    else { return }
    specs += new
  }

  func hasSameSpecs(as other: SpecGroup) -> Bool {
    specs.count == other.specs.count && specs.allSatisfy(other.contains)
  }

  private func contains(_ spec: GemSpec) -> Bool {
    specs.contains { $0.isSameVariant(as: spec) }
  }

  private static func needs(of specs: [GemSpec]) -> [GemDependency] {
    if specs.count == 1 {
      return specs[0].expandedDependencies.sorted { byName($0, $1) }
    }
    var seen: Set<GemDependency> = []
    return specs.flatMap(\.expandedDependencies).filter { seen.insert($0).inserted }
      .sorted { byName($0, $1) }
  }

  private static func byName(_ left: GemDependency, _ right: GemDependency) -> Bool {
    left.name == right.name
      ? left.description < right.description
      : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
