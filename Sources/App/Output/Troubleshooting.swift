import CTroubleshooting
import Ecosystem

/// The entries of `docs/troubleshooting.md`, which is part of the program.
///
/// A row of its tables has an anchor and messages, in which `…` stands for any text:
///
///     | <a id="tls-untrusted"></a>`has a certificate that is not trusted` | Name the … |
struct Troubleshooting: Sendable {
  /// The page of this release.
  static let page: Troubleshooting = {
    var count = 0
    let bytes = martlet_troubleshooting(&count)
    return Troubleshooting(
      String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
  }()

  private static let address =
    "https://github.com/martlet/martlet/blob/main/docs/troubleshooting.md"

  private struct Entry {
    let anchor: Substring
    /// The fixed texts of the message, in order.
    let pieces: [String]

    var length: Int { pieces.reduce(0) { $0 + $1.utf8.count } }
  }

  /// The longest messages first, which are the most specific.
  private let entries: [Entry]

  /// Reads the rows of a page; other lines have no anchors with messages.
  init(_ page: String) {
    let entries = page.split(separator: "\n").flatMap { line -> [Entry] in
      guard let row = line.wholeMatch(of: /\| <a id="([a-z0-9-]+)"><\/a>([^|]*)\|.*/) else {
        return []
      }
      return row.output.2.matches(of: /`([^`]+)`/).map { message in
        Entry(anchor: row.output.1, pieces: Self.pieces(of: message.output.1))
      }
    }
    self.entries = entries.filter { $0.length > 4 }.sorted { $0.length > $1.length }
  }

  /// The address of the entry about a problem, or of the one about its kind.
  func address(for problem: Problem) -> String {
    let message = Self.withoutQuotes(problem.message)
    let entry = entries.first { message.contains($0.pieces) }
    let anchor = entry.map { String($0.anchor) }
    return "\(Self.address)#\(anchor ?? "kind-\(problem.kind.word.replacing(" ", with: "-"))")"
  }

  private static func pieces(of message: Substring) -> [String] {
    withoutQuotes(message).split(separator: "…").map { piece in
      var piece = piece.drop { $0 == " " }
      while piece.last == " " { piece.removeLast() }
      return String(piece)
    }.filter { !$0.isEmpty }
  }

  /// Quotes around values are left out of some entries.
  private static func withoutQuotes(_ text: some StringProtocol) -> String {
    String(text).filter { !"'\"`".contains($0) }
  }
}

extension String {
  /// Whether it has all pieces, one after the other.
  fileprivate func contains(_ pieces: [String]) -> Bool {
    var rest = self[...]
    for piece in pieces {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
