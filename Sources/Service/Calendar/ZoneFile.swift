/// An error in a time zone file.
package enum ZoneFileError: Error, Hashable, Sendable {
  /// The file is not TZif, or has version 1, which lacks the rule for the future.
  case notTZif
  /// The file is truncated, or a number in it is out of range.
  case malformed
  /// The changes are not in order.
  case unordered
}

/// Parses TZif files of versions 2 to 4 (RFC 8536).
struct ZoneFile {
  private let bytes: [UInt8]
  private var position = 0

  /// Parses a file.
  static func rules(in bytes: [UInt8]) throws(ZoneFileError) -> ZoneRules {
    var file = ZoneFile(bytes)
    let old = try file.header()
    // The first block has 32-bit times, for readers of version 1.
    try file.skip(old.size(ofTime: 4))
    let counts = try file.header()
    return try file.rules(counts)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private struct Counts {
    var isUT, isStandard, leaps, times, types, characters: Int

    func size(ofTime width: Int) -> Int {
      times * (width + 1) + types * 6 + characters + leaps * (width + 4) + isStandard + isUT
    }
  }

  private mutating func header() throws(ZoneFileError) -> Counts {
    guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8),
      bytes[position + 4] >= UInt8(ascii: "2")
    else { throw .notTZif }
    position += 20
    var numbers: [Int] = []
    for _ in 0..<6 { numbers.append(Int(try number(4))) }
    let counts = Counts(
      isUT: numbers[0], isStandard: numbers[1], leaps: numbers[2], times: numbers[3],
      types: numbers[4], characters: numbers[5])
    // Ensures that the sums below cannot overflow.
    guard numbers.allSatisfy({ 0...bytes.count ~= $0 }), counts.types > 0 else {
      throw .malformed
    }
    return counts
  }

  private mutating func rules(_ counts: Counts) throws(ZoneFileError) -> ZoneRules {
    guard counts.size(ofTime: 8) <= bytes.count - position else { throw .malformed }
    var times: [Int64] = []
    for _ in 0..<counts.times { times.append(try number(8)) }
    let kinds = bytes[position..<position + counts.times].map(Int.init)
    position += counts.times
    let offsets = try offsets(counts.types)
    try skip(counts.characters + counts.leaps * 12 + counts.isStandard + counts.isUT)
    guard kinds.allSatisfy({ $0 < offsets.count }) else { throw .malformed }
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .unordered }
    let changes = zip(times, kinds).map { ZoneRules.Change(at: $0, offset: offsets[$1]) }
    return ZoneRules(first: offsets[0], changes: changes, rule: try footer())
  }

  private mutating func offsets(_ count: Int) throws(ZoneFileError) -> [Int] {
    var offsets: [Int] = []
    for _ in 0..<count {
      let offset = Int(try number(4))
      // RFC 8536 section 3.2: between -25 and 26 hours.
      guard -89_999...93_599 ~= offset else { throw .malformed }
      offsets.append(offset)
      try skip(2)
    }
    return offsets
  }

  /// The rule between two line feeds at the end; nil if it is empty.
  private mutating func footer() throws(ZoneFileError) -> PosixRule? {
    let feed = UInt8(ascii: "\n")
    let rest = bytes[position...]
    guard rest.first == feed, let end = rest.dropFirst().firstIndex(of: feed) else {
      throw .malformed
    }
    let text = rest[(position + 1)..<end]
    if text.isEmpty { return nil }
    guard let rule = PosixRule(String(decoding: text, as: UTF8.self)) else { throw .malformed }
    return rule
  }

  private mutating func skip(_ count: Int) throws(ZoneFileError) {
    guard count <= bytes.count - position else { throw .malformed }
    position += count
  }

  /// Reads a signed big-endian number of four or eight bytes.
  private mutating func number(_ width: Int) throws(ZoneFileError) -> Int64 {
    guard width <= bytes.count - position else { throw .malformed }
    let value = bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    position += width
    return width == 8
      ? Int64(bitPattern: value) : Int64(Int32(truncatingIfNeeded: value))
  }
}
