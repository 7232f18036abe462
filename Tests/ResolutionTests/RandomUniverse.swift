import Resolution
import TestSupport

extension SeededGenerator {
  /// Mixes the seed, so that neighbouring seeds give unrelated sequences.
  init(seed: Int) {
    self.init(seed: UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15)
  }
}

extension Universe {
  /// Creates a small universe.
  ///
  /// About half of all seeds give one without a solution.
  static func random(seed: Int, upTo most: Int = 5) -> Universe {
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d", "e"].prefix(Int.random(in: 2...most, using: &generator))
    var packages: [String: [Int: Dependencies]] = [:]
    for name in names where Int.random(in: 0..<20, using: &generator) > 0 {
      for version in 1...Int.random(in: 1...4, using: &generator) {
        packages[name, default: [:]][version] = dependencies(
          among: names.filter { $0 != name || seed % 7 == 0 }, using: &generator)
      }
    }
    let root = dependencies(among: Array(names), using: &generator)
    return Universe(root: root, packages: packages)
  }

  private static func dependencies(
    among names: [String], using generator: inout SeededGenerator
  ) -> Dependencies {
    names.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)).map {
      ($0, randomVersions(using: &generator))
    }
  }

  private static func randomVersions(using generator: inout SeededGenerator) -> Versions {
    let bound = Int.random(in: 1...4, using: &generator)
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0: .exactly(bound)
    case 1: .above(bound)
    case 2: .below(bound, inclusive: true)
    case 3: .all.subtracting(.exactly(bound))
    case 4: .from(bound, to: bound + 2)
    default: .all
    }
  }
}
