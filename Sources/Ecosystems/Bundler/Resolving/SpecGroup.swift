/// Variants of one version of a gem that are locked together.
struct SpecGroup: Sendable {
  private(set) var specs: [GemSpec]
  /// What any of them needs, by name.
  private(set) var dependencies: [GemDependency]

  init(_ specs: [GemSpec]) {
    var seen: Set<String> = []
    self.specs = specs.filter { seen.insert($0.fullName).inserted }
    dependencies = Self.needs(of: self.specs)
  }

  /// Takes in variants of the same source and the same needs.
  mutating func merge(_ other: SpecGroup) {
    guard let mine = specs.first, let theirs = other.specs.first, mine.source == theirs.source,
      dependencies == other.dependencies
    else { return }
    let known = Set(specs.map(\.fullName))
    specs += other.specs.filter { !known.contains($0.fullName) }
  }

  func hasSameSpecs(as other: SpecGroup) -> Bool {
    specs.map(\.fullName).sorted() == other.specs.map(\.fullName).sorted()
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
