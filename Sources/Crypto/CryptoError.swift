internal import COpenSSL

/// Why a key or a signature could not be had; nothing of the key is in it.
package struct CryptoError: Error, Hashable, Sendable {
  /// What went wrong, in terms a caller can act on.
  package enum Code: Hashable, Sendable {
    /// The text holds no private key in PEM, or an encrypted one.
    case unreadableKey
    /// The key is of another kind than RSA.
    case notRSA
    /// The key is shorter than 2048 bits, the least that RFC 7518 section 3.3 allows.
    case shortKey(bits: Int)
    /// OpenSSL makes no signature by the key; `detail` has its words.
    case signing
  }

  /// The part that callers tell apart; `detail` is for people.
  package var code: Code
  /// OpenSSL's own words, empty where it has none.
  package var detail: String

  init(_ code: Code, detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Takes OpenSSL's latest error and leaves its queue empty for the next user of this thread.
  static func latest(_ code: Code) -> CryptoError {
    let number = ERR_peek_last_error()
    ERR_clear_error()
    guard number != 0 else { return CryptoError(code) }
    var words = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(number, &words, words.count)
    let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return CryptoError(code, detail: String(decoding: text, as: UTF8.self))
  }
}
