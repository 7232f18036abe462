import Ecosystem
import Text

/// An HTML comment at the end of a body that identifies the pull request if the database is lost.
///
///     <!-- martlet: swift /ios dependency nio | nio=2.62.0 -->
///     <!-- martlet: npm multi group web | /a%20ms=2.1.3 /b%20ms=2.1.3 -->
///
/// Text above it cannot forge it: comments are removed from third-party text, and the last marker
/// counts.
struct BodyMarker: Hashable, Sendable {
  var scope: UpdateKey.Scope
  var subject: UpdateKey.Subject
  /// The proposed versions by dependency key.
  var versions: [String: String]

  init(_ update: Update) {
    scope = update.key.scope
    subject = update.key.subject
    versions = update.versions
  }

  /// Parses the marker of a body; nil if it has none.
  init?(in body: String) {
    guard let start = body.ranges(of: Self.opening).last,
      let end = body[start.upperBound...].ranges(of: Self.closing).first
    else { return nil }
    let words = body[start.upperBound..<end.lowerBound].split(separator: " ").map(String.init)
    guard words.count > 4, words[4] == "|",
      let scope = UpdateKey.Scope(ecosystem: words[0], directory: unescaped(words[1])),
      let subject = UpdateKey.Subject(kind: words[2], name: unescaped(words[3]))
    else { return nil }
    self.scope = scope
    self.subject = subject
    versions = [:]
    for pair in words.dropFirst(5) {
      let halves = pair.split(separator: "=", maxSplits: 1).map { unescaped(String($0)) }
      guard halves.count == 2 else { return nil }
      versions[halves[0]] = halves[1]
    }
  }

  var text: String {
    let place = [scope.ecosystemWord, escaped(scope.directoryWord)]
    let head = place + [subject.kind, escaped(subject.name), "|"]
    let pairs = versions.sorted { $0.key < $1.key }.map { "\(escaped($0))=\(escaped($1))" }
    return Self.opening + (head + pairs).joined(separator: " ") + Self.closing
  }

  private static let opening = "<!-- martlet: "
  private static let closing = " -->"
}

/// Percent-encodes a text for a marker, so that it contains no space and cannot end the comment.
func escaped(_ text: String) -> String {
  PercentEncoding(keeping: "._/@+", digits: .lowercase).encode(text)
}

func unescaped(_ text: String) -> String { PercentEncoding.decode(text) }
