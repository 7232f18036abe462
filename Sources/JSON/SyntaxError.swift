package import Text

/// Why a text is not the JSON that was asked for, and where.
package struct SyntaxError: Error, Hashable, Sendable {
  /// What is the matter, as data.
  package enum Reason: Hashable, Sendable {
    /// Something else had to stand here.
    case expected(String, found: String)
    /// The object has this key already, at the place given.
    case duplicateKey(String, first: Location)
    /// More containers inside each other than the bound allows.
    case tooDeep(limit: Int)
    /// More bytes than the bound allows.
    case tooLarge(limit: Int)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A half of a surrogate pair, which no Unicode text can hold.
    case loneSurrogate
    /// A byte order mark, where none was allowed.
    case byteOrderMark
  }

  /// For callers that handle one case apart; `message` puts it into words.
  package var reason: Reason
  /// Of the first byte that does not fit; behind the end where the text breaks off.
  package var location: Location

  /// States a reason and its place.
  package init(_ reason: Reason, at location: Location) {
    self.reason = reason
    self.location = location
  }
}

extension SyntaxError: CustomStringConvertible {
  /// `package.json:1:513: more than 512 arrays and objects inside each other`.
  package var description: String { "\(location): \(message)" }

  /// Says what is the matter, without the place.
  package var message: String {
    switch reason {
    case .expected(let expected, let found): "expected \(expected), found \(found)"
    case .duplicateKey(let key, let first):
      "the key \"\(key)\" stands here again; first at \(first)"
    case .tooDeep(let limit): "more than \(limit) arrays and objects inside each other"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .loneSurrogate: "an escaped half of a surrogate pair without its other half"
    case .byteOrderMark: "a byte order mark before the document"
    }
  }
}
