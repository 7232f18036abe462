/// What is wrong with a time zone's file.
package enum ZoneFileError: Error, Hashable, Sendable {
  /// It is no TZif file, or of a version before 2, which lacks the rule for the future.
  case notTZif
  /// It ends too early, or a number in it points outside.
  case malformed
  /// It lists changes out of their order.
  case unordered
}

/// Reads TZif files, versions 2 to 4, as RFC 8536 lays them out.
struct ZoneFile {
  private let bytes: [UInt8]
  private var place = 0

  /// Reads a whole file.
  static func rules(in bytes: [UInt8]) throws(ZoneFileError) -> ZoneRules {
    var file = ZoneFile(bytes)
    let old = try file.header()
    // The first block has times of 32 bits, for readers of version 1.
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
    guard bytes.count - place >= 44, bytes[place..<place + 4].elementsEqual("TZif".utf8),
      bytes[place + 4] >= UInt8(ascii: "2")
    else { throw .notTZif }
    place += 20
    var numbers: [Int] = []
    for _ in 0..<6 { numbers.append(Int(try number(4))) }
    let counts = Counts(
      isUT: numbers[0], isStandard: numbers[1], leaps: numbers[2], times: numbers[3],
      types: numbers[4], characters: numbers[5])
    // So that no sum below can overflow.
    guard numbers.allSatisfy({ 0...bytes.count ~= $0 }), counts.types > 0 else {
      throw .malformed
    }
    return counts
  }

  private mutating func rules(_ counts: Counts) throws(ZoneFileError) -> ZoneRules {
    guard counts.size(ofTime: 8) <= bytes.count - place else { throw .malformed }
    var times: [Int64] = []
    for _ in 0..<counts.times { times.append(try number(8)) }
    let kinds = bytes[place..<place + counts.times].map(Int.init)
    place += counts.times
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

  /// The rule between two line feeds at the end; nil where it is empty.
  private mutating func footer() throws(ZoneFileError) -> PosixRule? {
    let feed = UInt8(ascii: "\n")
    let rest = bytes[place...]
    guard rest.first == feed, let end = rest.dropFirst().firstIndex(of: feed) else {
      throw .malformed
    }
    let text = rest[(place + 1)..<end]
    if text.isEmpty { return nil }
    guard let rule = PosixRule(String(decoding: text, as: UTF8.self)) else { throw .malformed }
    return rule
  }

  private mutating func skip(_ count: Int) throws(ZoneFileError) {
    guard count <= bytes.count - place else { throw .malformed }
    place += count
  }

  /// A signed number of four or eight bytes, the highest first.
  private mutating func number(_ width: Int) throws(ZoneFileError) -> Int64 {
    guard width <= bytes.count - place else { throw .malformed }
    let value = bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    place += width
    return width == 8
      ? Int64(bitPattern: value) : Int64(Int32(truncatingIfNeeded: value))
  }
}
