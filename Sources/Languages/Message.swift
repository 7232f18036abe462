/// An English text for people, with the values that it contains.
///
/// A literal such as `"Closed by \(name)."` has the identity `Closed by {1}.`, under which catalogues
/// translate it. Whatever depends on the language belongs into the literal, and values are names,
/// numbers, or texts that are translated already.
package struct Message: Hashable, Sendable {
  /// The pieces between the values: one more than values.
  private var pieces = [""]
  private(set) var values: [String] = []

  /// The text with numbered placeholders.
  package var id: String {
    zip(pieces, values.indices).map { "\($0){\($1 + 1)}" }.joined() + (pieces.last ?? "")
  }

  /// The text in English.
  package var english: String {
    zip(pieces, values).map { $0 + $1 }.joined() + (pieces.last ?? "")
  }

  /// Puts a long text together.
  package static func + (first: Message, second: Message) -> Message {
    var sum = first
    sum.pieces[sum.pieces.count - 1] += second.pieces[0]
    sum.pieces += second.pieces.dropFirst()
    sum.values += second.values
    return sum
  }
}

extension Message {
  /// Marks a text that is translated where it is used: `Message("Closed by " + "\(name).")`.
  package init(_ message: Message) { self = message }
}

/// A single word or two, on a page or in a table.
///
/// Labels have translations of their own: `open` is a state there, and a verb in sentences.
package typealias LabelText = Message

extension Message: ExpressibleByStringInterpolation {
  /// Collects the pieces and values of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message()

    /// Begins a literal.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a piece of fixed text.
    package mutating func appendLiteral(_ literal: String) {
      message.pieces[message.pieces.count - 1] += literal
    }

    /// Adds a value.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      message.values.append(value.description)
      message.pieces.append("")
    }
  }

  /// Creates a message without values.
  package init(stringLiteral value: String) { pieces = [value] }

  /// Creates a message from a literal with values.
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }
}
