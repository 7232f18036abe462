/// The order in which Bun writes lists that it keeps in a hash table: `trustedDependencies` and
/// `patchedDependencies`.
///
/// The table hashes the hash of a text. Both hashes are variants of Wyhash, a public-domain function:
/// that of Zig 0.11 for the text, and final version 4 for the number.
enum HashOrder {
  /// Returns texts in the order of the table.
  ///
  /// A table grows when a text is inserted while it is full to 80 %, even if it has the text already.
  /// - Parameters:
  ///   - texts: in the order in which they are inserted, possibly several times.
  ///   - reserve: the number of texts that the table was made for.
  /// - Returns: each text once.
  static func sorted(_ texts: [String], reserve: Int) -> [String] {
    var table = [String?](repeating: nil, count: reserve > 0 ? capacity(for: reserve) : 0)
    var count = 0
    for text in texts {
      if count >= table.count * 80 / 100 { table = grown(table, to: capacity(for: count + 1)) }
      if insert(text, into: &table) { count += 1 }
    }
    return table.compactMap(\.self)
  }

  private static func capacity(for count: Int) -> Int {
    var size = 8
    while size < count * 100 / 80 + 1 { size *= 2 }
    return size
  }

  private static func grown(_ table: [String?], to size: Int) -> [String?] {
    var result = [String?](repeating: nil, count: size)
    for text in table.compactMap(\.self) { _ = insert(text, into: &result) }
    return result
  }

  private static func insert(_ text: String, into table: inout [String?]) -> Bool {
    var slot = Int(truncatingIfNeeded: slotHash(nameHash(text)) & UInt64(table.count - 1))
    while let taken = table[slot] {
      if taken == text { return false }
      slot = (slot + 1) & (table.count - 1)
    }
    table[slot] = text
    return true
  }

  private static let primes: [UInt64] = [
    0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3,
    0x1d8e_4e27_c47d_124f,
  ]

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// Reads up to eight bytes, the first one lowest.
  private static func number(_ bytes: ArraySlice<UInt8>, _ count: Int) -> UInt64 {
    bytes.prefix(count).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
  }

  /// Reads eight bytes with their halves swapped; fewer in pieces of 4, 2 and 1, the first one highest.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    if bytes.count == 8 { return number(bytes, 4) << 32 | number(bytes.dropFirst(4), 4) }
    var rest = bytes
    var value: UInt64 = 0
    for size in [4, 2, 1] where rest.count >= size {
      value = value << UInt64(8 * size) | number(rest, size)
      rest = rest.dropFirst(size)
    }
    return value
  }

  static func nameHash(_ text: String) -> UInt64 {
    let bytes = Array(text.utf8)
    var seed: UInt64 = 0
    let low = { (left: UInt64, right: UInt64, seed: UInt64) in
      fold(left ^ seed ^ primes[0], right ^ seed ^ primes[1])
    }
    let high = { (left: UInt64, right: UInt64, seed: UInt64) in
      fold(left ^ seed ^ primes[2], right ^ seed ^ primes[3])
    }
    let whole = bytes.count / 32 * 32
    for start in stride(from: 0, to: whole, by: 32) {
      let words = (0..<4).map { number(bytes[(start + 8 * $0)...], 8) }
      seed = low(words[0], words[1], seed) ^ high(words[2], words[3], seed)
    }
    let rest = bytes[whole...]
    if !rest.isEmpty {
      let words = stride(from: rest.startIndex, to: rest.endIndex, by: 8).map { start in
        word(rest[start..<min(start + 8, rest.endIndex)])
      }
      var value = low(words[0], words.count > 1 ? words[1] : primes[4], seed)
      if words.count > 2 {
        value ^= high(words[2], words.count > 3 ? words[3] : primes[4], seed)
      }
      seed = value
    }
    return fold(seed ^ UInt64(bytes.count), primes[4])
  }

  private static func slotHash(_ key: UInt64) -> UInt64 {
    let (low, high) = (key & 0xFFFF_FFFF, key >> 32)
    let product = (low << 32 | high) ^ primes[1]
    let other = (high << 32 | low) ^ fold(primes[0], primes[1])
    let result = product.multipliedFullWidth(by: other)
    return fold(result.low ^ primes[0] ^ 8, result.high ^ primes[1])
  }
}
