package import Crypto
import HTTP
package import Logging

/// A credential for GitHub.
package enum GitHubCredential: Sendable {
  /// A personal access token, classic or fine-grained.
  case token(Secret)
  /// An App.
  case app(GitHubApp)
  /// One that the sender of requests adds, by their purpose.
  case migrationHint(isApp: Bool)

  /// An App with the private key that GitHub generated for it, in PEM.
  ///
  /// - Parameters:
  ///   - id: the App's id or client id.
  ///   - privateKey: PKCS#1 or PKCS#8.
  /// - Returns: the credential.
  /// - Throws: `CryptoError` if the text has no usable RSA key.
  package static func app(id: String, privateKey: Secret) throws(CryptoError) -> Self {
    // Fails at once if the key can't be read; later, its file may have another one.
    _ = try RSAPrivateKey(pem: privateKey.reveal())
    return .app(
      GitHubApp(id: id) { message in
        try RSAPrivateKey(pem: privateKey.reveal()).signature(of: message)
      })
  }

  /// Whether it is an App.
  var isApp: Bool {
    switch self {
    case .app: true
    case .token: false
    case .migrationHint(let isApp): isApp
    }
  }
}

/// An App: its id or client id, and a function that signs with its key.
package struct GitHubApp: Sendable {
  /// The id or client id.
  package var id: String
  /// Signs a message.
  package var sign: @Sendable (_ message: [UInt8]) throws -> [UInt8]

  /// Combines both.
  package init(id: String, sign: @escaping @Sendable (_ message: [UInt8]) throws -> [UInt8]) {
    self.id = id
    self.sign = sign
  }
}

extension GitHubCredential {
  /// Provides the value of `Authorization` for each use; nil if the credential isn't here.
  ///
  /// - Parameter wire: sends the requests for tokens of an App, with a rate limiter of its own: a
  ///   request that waits for its token has passed the forge's rate limiter.
  /// - Returns: the provider.
  func keys(over wire: HostWire) -> ForgeKeys? {
    switch self {
    case .migrationHint: return nil
    case .token(let token): return ForgeKeys(token: token, as: gitHubHeader)
    case .app(let app):
      let tokens = GitHubTokens(app: app, over: wire)
      return ForgeKeys(
        authorization: { use async throws(ForgeError) in
          gitHubHeader(try await tokens.token(for: use), isGit: use.isGit)
        },
        discard: { use, refused in
          // The client that was refused has another clock than these tokens.
          if case .account = use.scope { await tokens.readDate() }
          await tokens.discard { gitHubHeader($0, isGit: use.isGit) == refused }
          return true
        })
    }
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
