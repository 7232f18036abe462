/// A message between the parent and a worker: a kind, and bytes that only the ends understand.
///
/// On the wire: four bytes for the length of the payload, the least significant first, a byte for
/// the kind, then the payload.
package struct Frame: Hashable, Sendable {
  /// What the pool has to know of a message.
  package enum Kind: UInt8, Sendable {
    /// From a worker: it takes visits.
    case ready = 0
    /// From a worker: the visit is over. To a worker: begin one.
    case visit = 1
    /// To a worker: break the visit off.
    case cancel = 2
    /// Anything else, for the ends alone.
    case word = 3
  }

  /// What the pool does with it.
  package var kind: Kind
  /// What the ends say to each other.
  package var payload: [UInt8]

  /// Joins a kind and what is said.
  package init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The frame as it goes over a pipe.
  package var bytes: [UInt8] {
    let length = UInt32(payload.count)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    return head + [kind.rawValue] + payload
  }
}

/// Takes frames out of a stream of bytes; never keeps more than one frame may have.
package struct FrameReader: Hashable, Sendable {
  /// Why a stream cannot be read on.
  package enum Failure: Error, Hashable, Sendable {
    /// The length that a head names is above the limit.
    case tooLong(Int)
    /// There is no kind of that number.
    case unknownKind(UInt8)
  }

  private static let head = 5

  private let limit: Int
  private var pending: [UInt8] = []

  /// Starts with nothing read.
  ///
  /// - Parameter limit: of a payload, in bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes, and returns the frames that are complete by now.
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
