import Ecosystem

/// A comment at the end of a body by which a pull request is known when the database is lost.
///
///     <!-- martlet: swift /ios dependency nio | nio=2.62.0 -->
///
/// What stands above it is never able to forge it: foreign text has its comments taken out, and
/// the last marker counts.
struct BodyMarker: Hashable, Sendable {
  var ecosystem: EcosystemName
  var directory: String
  var subject: UpdateKey.Subject
  /// Proposed versions by dependency.
  var versions: [String: String]

  init(_ update: Update) {
    ecosystem = update.key.ecosystem
    directory = update.key.directory
    subject = update.key.subject
    versions = Dictionary(update.leads.map { ($0.dependency.name, $0.to) }) { $1 }
  }

  /// Finds the marker of a body, if it has one.
  init?(in body: String) {
    guard let start = body.ranges(of: Self.opening).last,
      let end = body[start.upperBound...].ranges(of: Self.closing).first
    else { return nil }
    let words = body[start.upperBound..<end.lowerBound].split(separator: " ").map(String.init)
    guard words.count > 4, words[4] == "|",
      let ecosystem = EcosystemName(rawValue: words[0]),
      let subject = UpdateKey.Subject(kind: words[2], name: unescaped(words[3]))
    else { return nil }
    self.ecosystem = ecosystem
    self.subject = subject
    directory = unescaped(words[1])
    versions = [:]
    for pair in words.dropFirst(5) {
      let halves = pair.split(separator: "=", maxSplits: 1).map { unescaped(String($0)) }
      guard halves.count == 2 else { return nil }
      versions[halves[0]] = halves[1]
    }
  }

  var text: String {
    let head = [ecosystem.rawValue, escaped(directory), subject.kind, escaped(subject.name), "|"]
    let pairs = versions.sorted { $0.key < $1.key }.map { "\(escaped($0))=\(escaped($1))" }
    return Self.opening + (head + pairs).joined(separator: " ") + Self.closing
  }

  private static let opening = "<!-- martlet: "
  private static let closing = " -->"
}

extension UpdateKey.Subject {
  /// `dependency` or `group`.
  var kind: String {
    switch self {
    case .dependency: "dependency"
    case .group: "group"
    }
  }

  fileprivate init?(kind: String, name: String) {
    switch kind {
    case "dependency": self = .dependency(name)
    case "group": self = .group(name)
    default: return nil
    }
  }
}

/// Percent-encodes what is no letter, digit or harmless sign, so that no comment can be closed.
private func escaped(_ text: String) -> String {
  text.utf8.map { byte in
    let scalar = Unicode.Scalar(byte)
    let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
    if isPlain || "._/@+".unicodeScalars.contains(scalar) { return String(scalar) }
    return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}

private func unescaped(_ text: String) -> String {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"),
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
    {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
