package import Crypto
package import Logging

/// A credential for GitHub.
package enum GitHubCredential: Sendable {
  /// A personal access token, classic or fine-grained.
  case token(Secret)
  /// An App: its id or client id, and a function that signs with its key.
  case app(id: String, sign: @Sendable (_ message: [UInt8]) throws -> [UInt8])

  /// An App with the private key that GitHub generated for it, in PEM.
  ///
  /// - Parameters:
  ///   - id: the App's id or client id.
  ///   - privateKey: PKCS#1 or PKCS#8.
  /// - Returns: the credential.
  /// - Throws: `CryptoError` if the text has no usable RSA key.
  package static func app(id: String, privateKey: Secret) throws(CryptoError) -> Self {
    let key = try RSAPrivateKey(pem: privateKey.reveal())
    return .app(id: id) { message in try key.signature(of: message) }
  }
}

/// The token that authenticates an App (RFC 7519, RS256).
enum AppProof {
  /// Signs for nine minutes, starting a minute ago: GitHub accepts at most ten minutes, and no time in
  /// the future.
  static func make(
    id: String, at seconds: Int, sign: ([UInt8]) throws -> [UInt8]
  ) throws -> Secret {
    let header = #"{"alg":"RS256","typ":"JWT"}"#
    let claims = #"{"iat":\#(seconds - 60),"exp":\#(seconds + 480),"iss":\#(issuer(id))}"#
    let message = [header, claims].map { Base64.encode(Array($0.utf8), .url) }
      .joined(separator: ".")
    let signature = try sign(Array(message.utf8))
    return Secret("\(message).\(Base64.encode(signature, .url))")
  }

  /// Removes all characters that neither ids nor client ids have.
  private static func issuer(_ id: String) -> String {
    "\"\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })\""
  }
}
