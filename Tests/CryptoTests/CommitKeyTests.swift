import Crypto
import Foundation
import TestSupport
import Testing

/// A folder in which `ssh-keygen` and `gpg` make keys and check signatures.
private final class KeyFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/martlet-keys-\(uniqueName())"

  init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Runs a line of shell in the folder, which is also GnuPG's home, and returns its status.
  @discardableResult
  func shell(_ line: String) async throws -> Int32 {
    var variables = ProcessInfo.processInfo.environment
    variables["GNUPGHOME"] = path
    return try await ChildProcess(
      ["/bin/sh", "-c", line], in: path, environment: variables, output: "\(path)/out",
      error: "\(path)/error"
    ).end()
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// What the last line of shell reported.
  var errors: String { (try? read("error")) ?? "" }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static func needs(_ program: String) -> Self {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let isPresent = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
    return .enabled(if: isPresent, "needs \(program)")
  }
}

private let message = "tree 1\n\nhello\n"

@Suite struct `An SSH key that signs commits` {
  /// Made with `ssh-keygen -t ed25519` for this test only.
  static let key = """
    -----BEGIN OPENSSH PRIVATE KEY-----
    b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
    QyNTUxOQAAACAMzn88Sa7MqGHvzJBbJSpIzOgdvJP/2X0oMl638U+OqQAAAJiWCXhFlgl4
    RQAAAAtzc2gtZWQyNTUxOQAAACAMzn88Sa7MqGHvzJBbJSpIzOgdvJP/2X0oMl638U+OqQ
    AAAECq9Us6P/UJxfmw679pgv7hYCiEVjVu3bZqql0qMzLh7gzOfzxJrsyoYe/MkFslKkjM
    6B28k//ZfSgyXrfxT46pAAAAEG1hcnRsZXRAYWNtZS5kZXYBAgMEBQ==
    -----END OPENSSH PRIVATE KEY-----

    """

  private func refusal(of text: String) -> String {
    guard
      case .unusableKey(let reason) =
        (#expect(throws: CryptoError.self) {
          try SSHSigningKey(text)
        })?.code
    else { return "" }
    return reason
  }

  @Test func `A signature is the one that ssh-keygen makes`() throws {
    let signature = try SSHSigningKey(Self.key).signature(of: Array(message.utf8))
    #expect(
      signature == """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgDM5/PEmuzKhh78yQWyUqSMzoHb
        yT/9l9KDJet/FPjqkAAAADZ2l0AAAAAAAAAAZzaGE1MTIAAABTAAAAC3NzaC1lZDI1NTE5
        AAAAQP76FBTLDylJNA4WQhGFLydi9GgA0pVFu1CwcViLtyTFYQ+i0Z0fz/NTJ6zkW1+ZBy
        ObyGwTWZ+UbgYzGNQw3QY=
        -----END SSH SIGNATURE-----

        """)
  }

  @Test(
    .needs("ssh-keygen"),
    arguments: ["ed25519", "ecdsa -b 256", "ecdsa -b 384", "ecdsa -b 521", "rsa -b 2048"])
  func `ssh-keygen accepts the signature of each type of key`(type: String) async throws {
    let folder = try KeyFolder()
    #expect(try await folder.shell("ssh-keygen -q -t \(type) -N '' -f key") == 0)
    #expect(try await folder.shell("sed 's/^/bot /' key.pub > allowed") == 0)
    let signature = try SSHSigningKey(folder.read("key")).signature(of: Array(message.utf8))
    try folder.write(signature, to: "signature")
    try folder.write(message, to: "message")
    let verify = "ssh-keygen -Y verify -f allowed -I bot -n git -s signature"
    #expect(try await folder.shell("\(verify) < message") == 0)
    #expect(try await folder.shell("echo other | \(verify)") != 0)
  }

  @Test(.needs("ssh-keygen"))
  func `Other keys are refused with what to do`() async throws {
    let folder = try KeyFolder()
    try await folder.shell("ssh-keygen -q -t ed25519 -N secret -f locked")
    #expect(refusal(of: try folder.read("locked")).contains("ssh-keygen -p -N ''"))
    try await folder.shell("ssh-keygen -q -t rsa -b 2048 -m PEM -N '' -f old")
    #expect(refusal(of: try folder.read("old")).contains("not in OpenSSH's format"))
    #expect(refusal(of: try folder.read("old.pub")).contains("not a private key"))
    try await folder.shell("ssh-keygen -q -t rsa -b 1024 -N '' -f short")
    let error = #expect(throws: CryptoError.self) { try SSHSigningKey(folder.read("short")) }
    #expect(error?.code == .shortKey(bits: 1024))
  }

  @Test func `A damaged key is refused`() throws {
    let lines = Self.key.split(separator: "\n").map(String.init)
    let content = Array(try #require(Base64.decode(lines.dropFirst().dropLast().joined())))
    for index in stride(from: 0, to: content.count - 6, by: 3) {
      var damaged = content
      damaged[index] ^= 0x55
      let text = "\(lines[0])\n\(Base64.encode(damaged))\n\(lines[lines.count - 1])\n"
      // A changed comment or check number harms nothing, or is refused; nothing else may be accepted.
      if let key = try? SSHSigningKey(text) {
        #expect(
          try key.signature(of: [1]) == SSHSigningKey(Self.key).signature(of: [1]), "\(index)")
      }
    }
    for count in 0..<content.count - 30 {
      let text =
        "\(lines[0])\n\(Base64.encode(Array(content.prefix(count))))\n\(lines[lines.count - 1])"
      #expect(throws: CryptoError.self) { try SSHSigningKey(text) }
    }
  }
}

@Suite(.needs("gpg"), .serialized) struct `An OpenPGP key that signs commits` {
  private let now = Int64(Date().timeIntervalSince1970)

  /// Makes a key with lines of shell, and returns its export.
  private func key(_ folder: KeyFolder, _ lines: String...) async throws -> String {
    for line in lines { #expect(try await folder.shell(line) == 0, "\(folder.errors)") }
    let export = "gpg --batch --pinentry-mode loopback --passphrase ''"
    #expect(
      try await folder.shell("\(export) --armor --export-secret-keys > secret") == 0)
    try await folder.shell("gpgconf --kill gpg-agent")
    return try folder.read("secret")
  }

  private static let make = "gpg --batch --passphrase '' --quick-gen-key 'Bot (ci) <bot@acme.dev>'"

  private func verify(_ signature: String, _ folder: KeyFolder) async throws -> Bool {
    try folder.write(signature, to: "signature")
    try folder.write(message, to: "message")
    let status = try await folder.shell("gpg --batch --verify signature message")
    try await folder.shell("gpgconf --kill gpg-agent")
    return status == 0
  }

  @Test(arguments: ["ed25519 sign", "rsa2048 sign", "ed25519 cert,sign", "default default"])
  func `gpg accepts the signature of each kind of key`(kind: String) async throws {
    let folder = try KeyFolder()
    let text = try await key(folder, "\(Self.make) \(kind) never")
    let key = try OpenPGPSigningKey(text, at: now)
    #expect(key.userID == "Bot (ci) <bot@acme.dev>")
    let signature = try key.signature(of: Array(message.utf8), at: now)
    #expect(try await verify(signature, folder), "\(folder.errors)")
    let other = try key.signature(of: [1], at: now)
    #expect(try await !verify(other, folder))
  }

  @Test func `The newest subkey that may sign does so`() async throws {
    let folder = try KeyFolder()
    let add = "gpg --batch --passphrase '' --quick-add-key"
    let print = "$(gpg --list-keys --with-colons | awk -F: '$1==\"fpr\"{print $10; exit}')"
    let text = try await key(
      folder, "\(Self.make) ed25519 cert never", "\(add) \(print) ed25519 sign",
      "\(add) \(print) cv25519 encr")
    let signature = try OpenPGPSigningKey(text, at: now).signature(
      of: Array(message.utf8), at: now)
    #expect(try await verify(signature, folder), "\(folder.errors)")
    // Without the secret part of the primary key, as for a machine.
    let line = "gpg --batch --pinentry-mode loopback --passphrase '' --armor"
    try await folder.shell("\(line) --export-secret-subkeys > partial")
    try await folder.shell("gpgconf --kill gpg-agent")
    let partial = try OpenPGPSigningKey(folder.read("partial"), at: now)
    #expect(
      try partial.signature(of: Array(message.utf8), at: now) == signature)
  }

  @Test func `Keys that can't sign are refused with the reason`() async throws {
    func reason(_ text: String, at time: Int64) -> String {
      guard
        case .unusableKey(let reason) =
          (#expect(throws: CryptoError.self) {
            try OpenPGPSigningKey(text, at: time)
          })?.code
      else { return "" }
      return reason
    }
    let folder = try KeyFolder()
    let locked = Self.make.replacingOccurrences(
      of: "--passphrase ''", with: "--passphrase x --pinentry-mode loopback")
    #expect(try await folder.shell("\(locked) ed25519 sign never") == 0)
    try await folder.shell(
      "gpg --batch --pinentry-mode loopback --passphrase x --armor --export-secret-keys > secret")
    try await folder.shell("gpgconf --kill gpg-agent")
    #expect(reason(try folder.read("secret"), at: now).contains("has a passphrase"))
    let other = try KeyFolder()
    let expiring = try await key(other, "\(Self.make) ed25519 sign 1d")
    _ = try OpenPGPSigningKey(expiring, at: now)
    #expect(reason(expiring, at: now + 200_000).contains("has expired"))
    let curve = try await key(try KeyFolder(), "\(Self.make) nistp256 sign never")
    #expect(reason(curve, at: now).contains("algorithm 19"))
    let certifying = try await key(try KeyFolder(), "\(Self.make) ed25519 cert never")
    #expect(reason(certifying, at: now).contains("may sign"))
    #expect(reason("no key", at: now).contains("gpg --armor --export-secret-keys"))
    for count in stride(from: 0, to: expiring.count - 60, by: 7) {
      _ = reason(String(expiring.prefix(count)), at: now)
    }
  }
}
