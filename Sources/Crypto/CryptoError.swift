internal import COpenSSL

/// An error about a key or a signature.
///
/// It never contains key material.
package struct CryptoError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Code: Hashable, Sendable {
    /// The text has no private key in PEM format, or an encrypted one.
    case unreadableKey
    /// The key is not an RSA key.
    case notRSA
    /// The key is shorter than 2048 bits, the minimum of RFC 7518 section 3.3.
    case shortKey(bits: Int)
    /// OpenSSL cannot sign with the key; `detail` has its message.
    case signing
    /// The file of a key for signing commits has a form that isn't read; contains why, and what to do.
    case unusableKey(String)
  }

  /// The kind of error, for callers.
  package var code: Code
  /// OpenSSL's message for people, or an empty string.
  package var detail: String

  init(_ code: Code, detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Creates an error from OpenSSL's latest error and clears the error queue of this thread.
  static func latest(_ code: Code) -> CryptoError {
    let number = ERR_peek_last_error()
    ERR_clear_error()
    guard number != 0 else { return CryptoError(code) }
    var buffer = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(number, &buffer, buffer.count)
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return CryptoError(code, detail: String(decoding: text, as: UTF8.self))
  }
}
