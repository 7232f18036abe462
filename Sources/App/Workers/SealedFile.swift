import Configuration
import Ecosystem
import Forges
import Logging
import Text

/// The operator's file for a worker: where it has secrets, the worker sees only that there is one.
struct SealedFile: Sendable {
  /// Stands for a secret.
  private static let word = "withheld-from-workers"
  /// Stands for a private key, which is checked when the file is read.
  private static let key = "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----"

  private(set) var text: [UInt8]
  private(set) var variables: [String: String]
  private(set) var files: [String: String]

  /// Replaces the secrets of a file.
  ///
  /// - Throws: a `Problem` if a secret would remain.
  init(_ recorded: RecordedFile) throws(Problem) {
    let secrets = recorded.file.secrets.map { $0.reveal() }.filter { !$0.isEmpty }
      .sorted { $0.utf8.count > $1.utf8.count }
    variables = recorded.variables.mapValues { Self.seal($0, secrets) }
    files = recorded.files.mapValues { Self.seal($0, secrets) }
    var plain = String(decoding: recorded.source.bytes, as: UTF8.self)
    // A short word may also be a part of something else; it can't be kept secret.
    for secret in secrets where secret.utf8.count >= 6 {
      plain = plain.replacingWord(secret, by: Self.standIn(for: secret))
    }
    text = Array(plain.utf8)
    // A key of several lines is indented in the file, so that it isn't found as a word.
    guard !plain.contains("PRIVATE KEY-----"), !plain.contains("PRIVATE KEY BLOCK-----") else {
      throw Problem(
        .usage, "has a private key that can't be kept from workers", subject: recorded.source.file,
        advice: Self.advice)
    }
    for secret in secrets where secret.utf8.count >= 6 && contains(secret) {
      throw Problem(
        .usage, "has a secret that can't be kept from workers", subject: recorded.source.file,
        advice: Self.advice)
    }
    guard read() != nil else {
      throw Problem(
        .usage, "has a secret that is also a word of the file", subject: recorded.source.file,
        advice: Self.advice)
    }
  }

  private static let advice = "name the secret as ${env:NAME} or ${file:/path}"

  /// Reads the file as a worker does; nil if it is invalid.
  private func read() -> OperatorFile? {
    OperatorFile.read(
      SourceText(file: "", bytes: text), ecosystems: servedEcosystems,
      placeholders: .resolved(
        environment: { [variables] in variables[$0] }, file: { [files] in files[$0] })
    ).value
  }

  /// Returns the value of a placeholder without secrets.
  private static func seal(_ value: String, _ secrets: [String]) -> String {
    if value.contains("PRIVATE KEY-----") { return key }
    let bare = value.trimmingWhitespace
    if secrets.contains(bare) || secrets.contains(value) { return standIn(for: bare) }
    return secrets.filter { $0.utf8.count >= 6 }.reduce(value) {
      $0.replacingWord($1, by: standIn(for: $1))
    }
  }

  /// Returns a text that the file's rules accept in place of a secret.
  private static func standIn(for secret: String) -> String {
    guard let scheme = secret.firstRange(of: "://") else { return word }
    return "\(secret[..<scheme.lowerBound])://\(word):80/x"
  }

  private func contains(_ secret: String) -> Bool {
    ([String(decoding: text, as: UTF8.self)] + variables.values + files.values)
      .contains { $0.replacingWord(secret, by: "") != $0 }
  }
}

extension String {
  /// Replaces a text where it isn't a part of a longer word, such as `hook` in `webhook-secret`.
  fileprivate func replacingWord(_ word: String, by other: String) -> String {
    var result: [UInt8] = []
    var rest = Array(utf8)[...]
    let word = Array(word.utf8)
    while let start = rest.firstRange(of: word) {
      let before = (result + rest[..<start.lowerBound]).last
      let after = rest[start.upperBound...].first
      let isWhole = ![before, after].contains { $0.map(\.isPartOfWord) ?? false }
      result += rest[..<start.lowerBound] + (isWhole ? Array(other.utf8) : word)
      rest = rest[start.upperBound...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  fileprivate var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension OperatorFile {
  /// The settings of a worker: forges' credentials are those of the parent, and secrets of the
  /// service are not needed.
  func inWorker() -> OperatorFile {
    var file = self
    for index in file.forges.indices {
      file.forges[index].credential = file.forges[index].credential?.held
      file.forges[index].webhookSecret = nil
    }
    file.pages = PageSettings()
    file.notifications = notifications.filter(\.isOptIn).map(\.withoutAddress)
    file.signIn = nil
    file.proxy = ProxySettings()
    return file
  }
}

extension UInt8 {
  /// Whether a key of the file, or a longer value, could contain the character.
  fileprivate var isPartOfWord: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
      || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
