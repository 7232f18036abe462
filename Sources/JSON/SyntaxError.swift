package import Text

/// An error in a JSON text, with its location.
package struct SyntaxError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// Unexpected input.
    case expected(String, found: String)
    /// A repeated key; `first` is the location of the first one.
    case duplicateKey(String, first: Location)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The text is larger than the limit.
    case tooLarge(limit: Int)
    /// The text is not UTF-8.
    case invalidUTF8
    /// An unpaired surrogate escape, which cannot occur in Unicode text.
    case loneSurrogate
    /// A byte order mark that is not allowed.
    case byteOrderMark
  }

  /// Whether the text exceeds a limit, rather than being malformed.
  package var isLimit: Bool {
    switch reason {
    case .tooDeep, .tooLarge: true
    default: false
    }
  }

  /// The kind of error, for callers.
  ///
  /// `message` is for people.
  package var reason: Reason
  /// The location of the first invalid byte; the end if the text is truncated.
  package var location: Location

  /// Creates an error.
  package init(_ reason: Reason, at location: Location) {
    self.reason = reason
    self.location = location
  }
}

extension SyntaxError: CustomStringConvertible {
  /// For example `package.json:1:513: arrays and objects nested more than 512 levels deep`.
  package var description: String { "\(location): \(message)" }

  /// A description of the error without the location.
  package var message: String {
    switch reason {
    case .expected(let expected, let found): "expected \(expected), found \(found)"
    case .duplicateKey(let key, let first):
      "duplicate key \"\(key)\"; first defined at \(first)"
    case .tooDeep(let limit): "arrays and objects nested more than \(limit) levels deep"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .loneSurrogate: "an unpaired surrogate escape"
    case .byteOrderMark: "a byte order mark before the document"
    }
  }
}
