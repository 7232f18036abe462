/// A pkt-line of git's protocols: the length in four hexadecimal digits, then the data.
///
/// Source: gitprotocol-common, gitprotocol-v2.
enum Packet: Hashable, Sendable {
  case data([UInt8])
  /// `0000`, the end of a message.
  case flush
  /// `0001`, the end of a section.
  case delimiter

  /// Parses a whole message; remaining or missing bytes are an error.
  static func parse(_ bytes: [UInt8], subject: String) throws(GitError) -> [Packet] {
    var packets: [Packet] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let length = length(rest.prefix(4)), length != 3, length <= rest.count else {
        throw GitError(.invalid, subject: subject, detail: "not a response of a git server")
      }
      switch length {
      case 0: packets.append(.flush)
      case 1: packets.append(.delimiter)
      // The end of a response, which HTTP marks anyway.
      case 2: break
      default: packets.append(.data(Array(rest.dropFirst(4).prefix(length - 4))))
      }
      rest = rest.dropFirst(max(4, length))
    }
    return packets
  }

  /// Joins pkt-lines to a message.
  static func message(_ packets: [Packet]) -> [UInt8] {
    packets.flatMap(\.bytes)
  }

  /// Creates a line of text.
  static func line(_ text: String) -> Packet { .data(Array("\(text)\n".utf8)) }

  /// The text without its final newline; nil for the special packets.
  var text: String? {
    guard case .data(let bytes) = self else { return nil }
    let end = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
    return String(decoding: bytes.prefix(end), as: UTF8.self)
  }

  private var bytes: [UInt8] {
    switch self {
    case .flush: return Array("0000".utf8)
    case .delimiter: return Array("0001".utf8)
    case .data(let bytes):
      let digits = String(bytes.count + 4, radix: 16)
      return Array((String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8) + bytes
    }
  }

  private static func length(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count == 4 else { return nil }
    var length = 0
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      length = length * 16 + value
    }
    return length
  }
}
