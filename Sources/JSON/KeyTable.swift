/// Finds a repeated key in an object, in time proportional to the number of keys.
///
/// Hashes have a random seed, so that an attacker cannot choose colliding keys.
struct KeyTable {
  private static let seed = UInt64.random(in: .min ... .max)
  /// The keys of objects with fewer members are compared in pairs.
  private static let small = 8
  /// A hash table with open addressing.
  ///
  /// A slot has the index of a key's entry, or 0 if it is free.
  private var slots: [Int32] = []

  /// Returns the indexes of the first two entries with the same key, in order.
  mutating func duplicate(
    in object: Int, _ tape: [Entry], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    let end = Int(tape[object].link)
    var count = 0
    var index = object + 1
    while index < end {
      count += 1
      index = tape.after(index + 1)
    }
    if count < 2 { return nil }
    if count < Self.small { return pairwise(object + 1..<end, tape, bytes) }
    return hashed(object + 1..<end, count: count, tape, bytes)
  }

  private func pairwise(
    _ entries: Range<Int>, _ tape: [Entry], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    var later = tape.after(entries.lowerBound + 1)
    while later < entries.upperBound {
      var earlier = entries.lowerBound
      while earlier < later {
        if Self.isSame(tape[earlier], tape[later], bytes) { return (earlier, later) }
        earlier = tape.after(earlier + 1)
      }
      later = tape.after(later + 1)
    }
    return nil
  }

  private mutating func hashed(
    _ entries: Range<Int>, count: Int, _ tape: [Entry], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int)? {
    let mask = (1 << (Int.bitWidth - (count * 2).leadingZeroBitCount)) - 1
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: mask + 1))
    var index = entries.lowerBound
    while index < entries.upperBound {
      var slot = Self.hash(tape[index], bytes) & mask
      while slots[slot] != 0 {
        let earlier = Int(slots[slot])
        if Self.isSame(tape[earlier], tape[index], bytes) { return (earlier, index) }
        slot = (slot + 1) & mask
      }
      slots[slot] = Int32(truncatingIfNeeded: index)
      index = tape.after(index + 1)
    }
    return nil
  }

  private static func isSame(
    _ left: Entry, _ right: Entry, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if !left.isMarked, !right.isMarked {
      return left.content.count == right.content.count
        && bytes[left.content].elementsEqual(bytes[right.content])
    }
    return left.text(in: bytes).utf8.elementsEqual(right.text(in: bytes).utf8)
  }

  /// Hashes the decoded key, so that `"a"` and `"\u0061"` are equal.
  private static func hash(_ key: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if key.isMarked {
      var text = decodeString(bytes, key.content)
      return Int(text.withUTF8 { mix($0, seed) })
    }
    return Int(mix(UnsafeBufferPointer(rebasing: bytes[key.content]), seed))
  }

  /// Mixes in eight bytes at a time by a full-width multiplication.
  private static func mix(_ bytes: UnsafeBufferPointer<UInt8>, _ seed: UInt64) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var index = 0
    while index < bytes.count {
      var word: UInt64 = 0
      if bytes.count - index >= 8, let base = bytes.baseAddress {
        word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      } else {
        for byte in bytes[index...] { word = word << 8 | UInt64(byte) }
      }
      let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ (seed | 1))
      state = product.high ^ product.low ^ word
      index += 8
    }
    state = (state ^ (state >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return UInt32(truncatingIfNeeded: state >> 32)
  }
}
