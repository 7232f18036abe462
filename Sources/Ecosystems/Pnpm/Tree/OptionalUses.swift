/// A place where pnpm 8 finds a package.
struct Encounter {
  /// The dependent; nil for an importer.
  var parent: String?
  var isOptional: Bool
  /// The number of the round in which the place is resolved.
  ///
  /// Direct dependencies come first, then all of each depth.
  var round: Int
  /// Whether the entry of the old lock has the mark of scripts; nil without an entry.
  ///
  /// It can be that of another version.
  var mark: Bool?
}

/// The packages that are optional for pnpm 8 only if the registry answers in a certain order.
///
/// pnpm decides about the dependencies of a package at the first of its places. Among places of the same
/// depth, the answers decide which one is the first:
///
///     app > a (optional) > b > leaf     if this b is first, leaf counts as optional
///     app > c > b > leaf                the same b
///
/// The lock itself says what is optional by all places; only the marks of scripts depend on the order.
///
/// Source: `optional` of `ResolvedPackage` in `resolveDependencies.ts` of pnpm 8.
struct OptionalUses {
  private let encounters: [String: [Encounter]]
  /// The packages that are found below a package, if that is its first place.
  private var children: [String: [(id: String, isOptional: Bool)]] = [:]
  /// The packages whose first place can be at or below an optional dependency.
  private var canBeOptional: Set<String> = []
  /// The packages whose first place can have only required dependencies above it.
  private var canBeRequired: Set<String> = []

  /// Finds what the first place of each package can be.
  ///
  /// - Parameter encounters: the places of each package.
  init(_ encounters: [String: [Encounter]]) {
    self.encounters = encounters
    var open: [(id: String, isOptional: Bool)] = []
    for (id, all) in encounters {
      for encounter in Self.first(all) {
        if let parent = encounter.parent {
          children[parent, default: []].append((id, encounter.isOptional))
        } else {
          open.append((id, encounter.isOptional))
        }
      }
    }
    while let (id, isOptional) = open.popLast() {
      let isNew =
        isOptional ? canBeOptional.insert(id).inserted : canBeRequired.insert(id).inserted
      if !isNew { continue }
      for child in children[id] ?? [] { open.append((child.id, isOptional || child.isOptional)) }
    }
  }

  /// Returns the places that can be the first one: those that are resolved in the same round.
  private static func first(_ all: [Encounter]) -> [Encounter] {
    let round = all.map(\.round).min()
    return all.filter { $0.round == round }
  }

  /// Returns the marks of the entries of the old lock at the places that can be the first one.
  func marks(_ id: String) -> Set<Bool?> { Set(Self.first(encounters[id] ?? []).map(\.mark)) }

  /// Whether a package counts as optional; nil if the order decides.
  func isOptional(_ id: String) -> Bool? {
    let all = encounters[id] ?? []
    let mayBe = all.allSatisfy { encounter in
      encounter.isOptional || encounter.parent.map(canBeOptional.contains) ?? false
    }
    let mustBe = all.allSatisfy { encounter in
      encounter.isOptional || encounter.parent.map { !canBeRequired.contains($0) } ?? false
    }
    return mayBe == mustBe ? mustBe : nil
  }
}
