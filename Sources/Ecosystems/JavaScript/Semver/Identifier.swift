import Text

/// A part of a prerelease between two dots.
package enum Identifier: Hashable, Sendable, CustomStringConvertible {
  /// Orders before every text, and by size.
  case number(Int)
  /// Orders by its characters; a number too large to count with stays text.
  case text(String)

  /// Reads a part whose characters are known to be digits, letters and hyphens.
  init(_ bytes: Span<UInt8>) {
    self = Identifier.number(in: bytes).map(Identifier.number) ?? .text(String(ascii: bytes))
  }

  private static func number(in bytes: Span<UInt8>) -> Int? {
    var value = 0
    for index in bytes.indices {
      guard bytes[index].isASCIIDigit, value < Version.largestNumber / 10 else { return nil }
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
    }
    return bytes.isEmpty || value >= Version.largestNumber ? nil : value
  }

  /// The digits or the text: `beta`, `11`.
  package var description: String {
    switch self {
    case .number(let value): String(value)
    case .text(let text): text
    }
  }

  /// Orders two parts: negative where the left comes first.
  static func order(_ left: Identifier, _ right: Identifier) -> Int {
    switch (left.magnitude, right.magnitude) {
    case (let mine?, let theirs?): mine == theirs ? 0 : mine < theirs ? -1 : 1
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): left.description == right.description ? 0 : left.orderText(right)
    }
  }

  private func orderText(_ other: Identifier) -> Int {
    description.utf8.lexicographicallyPrecedes(other.description.utf8) ? -1 : 1
  }

  /// What JavaScript makes of the digits: beyond 2^53 neighbours become the same number.
  private var magnitude: Double? {
    switch self {
    case .number(let value): Double(value)
    case .text(let text): text.utf8.allSatisfy(\.isASCIIDigit) ? Double(text) : nil
    }
  }
}

extension [Identifier] {
  /// The parts with dots between them.
  var dotted: String { map(\.description).joined(separator: ".") }
}
