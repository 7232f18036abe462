/// A message between the parent and a worker.
///
/// On the wire: four bytes for the length of the payload, the least significant first, a byte for
/// the kind, then the payload.
package struct Frame: Hashable, Sendable {
  /// The part of a message that the pool understands.
  package enum Kind: UInt8, Sendable {
    /// From a worker: it accepts visits.
    case ready = 0
    /// From a worker: the answer of its visit. To a worker: start a visit.
    case visit = 1
    /// To a worker: cancel the visit.
    case cancel = 2
    /// A message that the pool passes on.
    case message = 3
  }

  /// The kind, which decides how the pool handles the message.
  package var kind: Kind
  /// The content, which the pool does not interpret.
  package var payload: [UInt8]

  /// Creates a message.
  package init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The encoded message.
  package var bytes: [UInt8] { head + payload }

  /// The length and the kind.
  var head: [UInt8] {
    let length = UInt32(payload.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [kind.rawValue]
  }
}

/// Decodes frames from a stream of bytes; buffers at most one incomplete frame.
package struct FrameReader: Hashable, Sendable {
  /// The reason why a stream is invalid.
  package enum Failure: Error, Hashable, Sendable {
    /// The announced length exceeds the limit.
    case tooLong(Int)
    /// The kind is not defined.
    case unknownKind(UInt8)
  }

  private static let head = 5

  private let limit: Int
  private var pending: [UInt8] = []

  /// Creates a reader.
  ///
  /// - Parameter limit: the maximum length of a payload, in bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Appends bytes and returns the frames that are now complete.
  package mutating func read(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Frame] {
    pending += bytes
    var frames: [Frame] = []
    var start = 0
    while pending.count - start >= Self.head {
      let length = (0..<4).reduce(0) { $0 | Int(pending[start + $1]) << (8 * $1) }
      guard length <= limit else { throw .tooLong(length) }
      let number = pending[start + 4]
      guard let kind = Frame.Kind(rawValue: number) else { throw .unknownKind(number) }
      let end = start + Self.head + length
      guard pending.count >= end else { break }
      frames.append(Frame(kind, Array(pending[(start + Self.head)..<end])))
      start = end
    }
    if start > 0 { pending.removeFirst(start) }
    return frames
  }
}
