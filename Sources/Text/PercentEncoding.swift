/// Percent-encoding of texts in URLs (RFC 3986 section 2.1).
///
///     PercentEncoding.component.encode("@acme/web")  // "%40acme%2Fweb"
///     PercentEncoding.decode("a%20b")                // "a b"
package struct PercentEncoding: Sendable {
  /// The case of hexadecimal digits; RFC 3986 recommends uppercase.
  package enum Digits: Sendable {
    case uppercase, lowercase
  }

  /// Encodes everything except RFC 3986's unreserved characters.
  ///
  /// Use it for one path segment, or for one name or value of a query.
  package static let component = PercentEncoding(keeping: "-._~")

  private let marks: Set<UInt8>
  private let digits: [UInt8]

  /// Creates an encoding that keeps ASCII letters, ASCII digits and `marks`.
  package init(keeping marks: String, digits: Digits = .uppercase) {
    self.marks = Set(marks.utf8)
    self.digits = Array((digits == .uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
  }

  /// Encodes a text.
  ///
  /// The texts `.` and `..` are encoded completely, because URL parsers would remove them from a
  /// path.
  package func encode(_ text: String) -> String {
    let isDotSegment = text == "." || text == ".."
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if !isDotSegment, byte.isASCIIAlphanumeric || marks.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes the valid escapes of a text and keeps the invalid ones.
  ///
  /// - Parameters:
  ///   - text: the encoded text.
  ///   - plusIsSpace: decodes `+` as a space, as in queries and forms.
  /// - Returns: the decoded text, with U+FFFD in place of invalid UTF-8.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let bytes = decode(Array(text.utf8)[...], plusIsSpace: plusIsSpace).bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes bytes, unless an escape is invalid.
  ///
  /// - Parameters:
  ///   - bytes: the encoded text in ASCII or UTF-8.
  ///   - plusIsSpace: decodes `+` as a space, as in queries and forms.
  /// - Returns: the decoded bytes; nil for an invalid escape such as `%4` or `%zz`.
  package static func decodeStrictly(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false
  ) -> [UInt8]? {
    let (bytes, isValid) = decode(bytes, plusIsSpace: plusIsSpace)
    return isValid ? bytes : nil
  }

  private static func decode(
    _ text: ArraySlice<UInt8>, plusIsSpace: Bool
  ) -> (bytes: [UInt8], isValid: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var isValid = true
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if let value = value(of: rest.prefix(2)) {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
          isValid = false
        }
      default: bytes.append(byte)
      }
    }
    return (bytes, isValid)
  }

  private static func value(of digits: ArraySlice<UInt8>) -> UInt8? {
    let values = digits.compactMap { digit in
      Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init)
    }
    return values.count == 2 ? values[0] << 4 | values[1] : nil
  }
}
