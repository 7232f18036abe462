/// A random number generator with the same sequence for the same seed (splitmix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of splitmix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension SeededGenerator {
  /// Damages bytes by a few cuts, swaps, repetitions and insertions of syntax characters.
  package mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...8, using: &self) where !result.isEmpty {
      let offset = Int.random(in: 0..<result.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: result.remove(at: offset)
      case 1: result[offset] = UInt8.random(in: 0...255, using: &self)
      case 2:
        result.insert(
          Array("()[]{}'\"#,:=|&%<>~-\n\\ ".utf8).randomElement(using: &self) ?? 0, at: offset)
      default:
        let end = min(result.count, offset + Int.random(in: 1...40, using: &self))
        result.insert(
          contentsOf: result[offset..<end], at: Int.random(in: 0..<result.count, using: &self))
      }
    }
    return result
  }
}
