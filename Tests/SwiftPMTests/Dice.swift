/// A generator of random numbers that a seed repeats.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// A text with some bytes changed, cut out, doubled or put in.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...6, using: &self) where !result.isEmpty {
      let index = Int.random(in: result.indices, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: result[index] = UInt8.random(in: 0...255, using: &self)
      case 1: result.removeSubrange(index..<min(index + 9, result.count))
      case 2: result.insert(contentsOf: result[index..<min(index + 20, result.count)], at: index)
      case 3: result.insert("{}[]()\"\\,:;=<#/*.".utf8.randomElement(using: &self) ?? 0, at: index)
      default: result = Array(result[..<index])
      }
    }
    return result
  }
}
