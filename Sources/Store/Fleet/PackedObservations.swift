internal import FoundationEssentials
internal import Time

/// Observations as bytes, for another process of this program.
///
/// Rows of one lock repeat most of their texts, so that a text which equals that of the row before
/// takes one byte. A number is a varint: seven bits in each byte, the least significant first.
extension [Observation] {
  /// The observations.
  var packed: [UInt8] {
    get throws {
      var writer = ObservationWriter()
      for observation in self { try writer.write(observation) }
      return writer.bytes
    }
  }

  /// Reads what `packed` has written.
  ///
  /// - Throws: a `StateRefusal` if it is malformed.
  init(packed bytes: [UInt8]) throws {
    var reader = ObservationReader(bytes)
    self = []
    while !reader.isAtEnd { append(try reader.observation()) }
  }
}

private struct ObservationWriter {
  private(set) var bytes: [UInt8] = []
  private var before: Observation?

  mutating func write(_ observation: Observation) throws {
    write(observation.branch, as: before?.branch)
    write(observation.manifest, as: before?.manifest)
    write(observation.ecosystem, as: before?.ecosystem)
    write(observation.directory, as: before?.directory)
    write(observation.kind, as: before?.kind)
    write(observation.purpose, as: before?.purpose)
    write(observation.requirement, as: before?.requirement)
    write(observation.reason, as: before?.reason)
    write(observation.state.rawValue, as: before?.state.rawValue)
    write(observation.name)
    write(observation.current)
    write(observation.latest)
    write(observation.fix)
    write(observation.advised)
    write(observation.heldVersion)
    try writeRest(of: observation)
    before = observation
  }

  private mutating func writeRest(of observation: Observation) throws {
    write(observation.number)
    write(observation.behind)
    write(observation.seenAt.milliseconds)
    write(observation.held?.rawValue)
    write((observation.heldUntil?.milliseconds).map { Int($0) })
    write(number: UInt64(observation.versions.count))
    for version in observation.versions { write(version) }
    let hasAdvisories = !observation.advisories.isEmpty
    write(number: hasAdvisories ? 1 : 0)
    // Few packages have advisories.
    if hasAdvisories { write(bytes: Array(try JSONEncoder().encode(observation.advisories))) }
  }

  private mutating func write(number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func write(_ number: Int64) {
    write(number: UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  private mutating func write(_ number: Int?) {
    write(number: number == nil ? 0 : 1)
    if let number { write(Int64(number)) }
  }

  private mutating func write(bytes content: some Collection<UInt8>) {
    write(number: UInt64(content.count))
    bytes += content
  }

  private mutating func write(_ text: String) { write(bytes: text.utf8) }

  private mutating func write(_ text: String?) {
    write(number: text == nil ? 0 : 1)
    if let text { write(text) }
  }

  /// Writes a text, or that it is that of the row before.
  private mutating func write(_ text: String, as other: String?) {
    write(number: text == other ? 0 : 1)
    if text != other { write(text) }
  }
}

private struct ObservationReader {
  private let bytes: [UInt8]
  private var position = 0
  private var before: Observation?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func observation() throws -> Observation {
    var result =
      before
      ?? Observation(
        branch: "", manifest: "", name: "", ecosystem: "", directory: "", kind: "", purpose: "",
        requirement: "", current: nil, latest: nil, state: .problem, reason: "", number: nil,
        seenAt: .epoch)
    result.branch = try text(orAs: result.branch)
    result.manifest = try text(orAs: result.manifest)
    result.ecosystem = try text(orAs: result.ecosystem)
    result.directory = try text(orAs: result.directory)
    result.kind = try text(orAs: result.kind)
    result.purpose = try text(orAs: result.purpose)
    result.requirement = try text(orAs: result.requirement)
    result.reason = try text(orAs: result.reason)
    if try isPresent() { result.state = try state() }
    result.name = try text()
    result.current = try optionalText()
    result.latest = try optionalText()
    result.fix = try optionalText()
    result.advised = try optionalText()
    result.heldVersion = try optionalText()
    try readRest(of: &result)
    before = result
    return result
  }

  private mutating func readRest(of result: inout Observation) throws {
    result.number = try isPresent() ? Int(signed()) : nil
    result.behind = try isPresent() ? Int(signed()) : nil
    result.seenAt = Timestamp(milliseconds: try signed())
    result.held = try isPresent() ? state() : nil
    result.heldUntil = try isPresent() ? Timestamp(milliseconds: signed()) : nil
    result.versions = []
    for _ in 0..<(try number()) { result.versions.append(try text()) }
    result.advisories =
      try isPresent()
      ? JSONDecoder().decode([ObservedAdvisory].self, from: Data(content())) : []
  }

  private mutating func number() throws -> UInt64 {
    var (result, shift) = (UInt64(0), UInt64(0))
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw StateRefusal.malformed
  }

  private mutating func signed() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  private mutating func isPresent() throws -> Bool { try number() != 0 }

  private mutating func content() throws -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(bytes.count - position) else { throw StateRefusal.malformed }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }

  private mutating func text() throws -> String { String(decoding: try content(), as: UTF8.self) }

  private mutating func text(orAs other: String) throws -> String {
    try isPresent() ? text() : other
  }

  private mutating func optionalText() throws -> String? { try isPresent() ? text() : nil }

  private mutating func state() throws -> ObservationState {
    guard let state = ObservationState(rawValue: try text()) else { throw StateRefusal.malformed }
    return state
  }
}

extension StateRefusal {
  fileprivate static let malformed = StateRefusal("its observations are malformed")
}
