import Configuration
import Crypto
import Ecosystem
import Forges
import Git
import Logging
import Time

/// The operator's key for commits, read.
enum CommitKey: Sendable {
  case gpg(OpenPGPSigningKey)
  case ssh(SSHSigningKey)

  /// Reads the key of the settings as it is now, so that a new key needs no restart.
  ///
  /// - Throws: `CryptoError` if it can't sign.
  init(_ settings: SigningSettings, at now: Timestamp) throws(CryptoError) {
    let text = settings.key.reveal()
    switch settings.format {
    case .gpg: self = .gpg(try OpenPGPSigningKey(text, at: now.seconds))
    case .ssh: self = .ssh(try SSHSigningKey(text))
    }
  }

  /// Returns the armored signature.
  func signature(of bytes: [UInt8], at now: Timestamp) throws(CryptoError) -> String {
    switch self {
    case .gpg(let key): try key.signature(of: bytes, at: now.seconds)
    case .ssh(let key): try key.signature(of: bytes)
    }
  }

  /// The user of an OpenPGP key; nil if it has no address.
  var author: Author? {
    guard case .gpg(let key) = self, let user = key.userID,
      let start = user.lastIndex(of: "<"), user.hasSuffix(">")
    else { return nil }
    let name = user[..<start].prefix { $0 != "(" }
    let email = user[user.index(after: start)...].dropLast()
    guard email.contains("@") else { return nil }
    let plain = String(name.reversed().drop { $0 == " " }.reversed())
    return Author(name: plain.isEmpty ? String(email) : plain, email: String(email))
  }
}

extension OperatorFile {
  /// Creates the signer of commits; nil without a key.
  ///
  /// - Throws: a `Problem` if the key can't sign.
  func commitSigner(now: @escaping @Sendable () -> Timestamp) throws(Problem) -> CommitSigner? {
    guard let signing else { return nil }
    let key: CommitKey
    do throws(CryptoError) {
      key = try CommitKey(signing, at: now())
    } catch {
      throw Problem(.usage, "'\(signing.format.rawValue)': \(error.reason)", subject: "signing")
    }
    let named = signing.email.map { Author(name: signing.name ?? $0, email: $0) }
    let author = named ?? key.author
    if author == nil, let forge = forges.first(where: { $0.credential?.isApp == true }) {
      throw Problem(
        .usage, "'email' is missing: an App (forge '\(forge.name)') has no address",
        subject: "signing")
    }
    return CommitSigner(author: author) { commit, repository throws(ForgeError) in
      do throws(CryptoError) {
        let now = now()
        return try CommitKey(signing, at: now).signature(of: commit.bytes, at: now)
      } catch {
        throw ForgeError(
          .rejected, subject: "signing a commit of \(repository)", detail: error.reason)
      }
    }
  }
}

extension CryptoError {
  /// Why a key for commits can't be used.
  var reason: String {
    switch code {
    case .unusableKey(let reason): reason
    case .shortKey(let bits): "the key has \(bits) bits; use 2048 at least"
    case .unreadableKey, .notRSA: "the key is damaged"
    case .signing: "OpenSSL can't sign with the key: \(detail)"
    }
  }
}
