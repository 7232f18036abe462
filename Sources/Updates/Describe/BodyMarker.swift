import Ecosystem
import Forges
import Text
import Versioning

/// The last line of a body: an HTML comment that identifies the pull request if the database is lost.
///
///     <!-- martlet: swift /ios dependency nio | nio=2.62.0 -->
///     <!-- martlet: npm multi group web | /a%20ms=2.1.3 /b%20ms=2.1.3 -->
///     <!-- martlet: npm / dependency+major ms | ms=3.0.0 -->
///
/// The text above it can be third-party text, such as release notes, so markers elsewhere are ignored.
struct BodyMarker: Hashable, Sendable {
  var scope: UpdateKey.Scope
  var subject: UpdateKey.Subject
  /// The step of the key; nil if it has none.
  var step: Step?
  /// The proposed versions by dependency key.
  var versions: [String: String]

  init(_ update: Update) {
    scope = update.key.scope
    subject = update.key.subject
    step = update.key.step
    versions = update.versions
  }

  /// Parses the marker at the end of a body; nil if the last line is something else.
  init?(in body: String) {
    let lines = body.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }),
      line.hasPrefix(Self.opening)
    else { return nil }
    let text = line.dropFirst(Self.opening.count)
    guard let end = text.firstRange(of: Self.closing),
      text[end.upperBound...].allSatisfy(\.isWhitespace)
    else { return nil }
    let words = text[..<end.lowerBound].split(separator: " ").map(String.init)
    guard words.count > 4, words[4] == "|" else { return nil }
    let kind = words[2].split(separator: "+", maxSplits: 1).map(String.init)
    let step = kind.count == 2 ? Step(rawValue: kind[1]) : nil
    guard kind.count == 1 || step != nil,
      let scope = UpdateKey.Scope(ecosystem: words[0], directory: unescaped(words[1])),
      let subject = UpdateKey.Subject(kind: kind[0], name: unescaped(words[3]))
    else { return nil }
    self.scope = scope
    self.subject = subject
    self.step = step
    versions = [:]
    for pair in words.dropFirst(5) {
      let halves = pair.split(separator: "=", maxSplits: 1).map { unescaped(String($0)) }
      guard halves.count == 2 else { return nil }
      versions[halves[0]] = halves[1]
    }
  }

  var text: String {
    let scopeParts = [scope.ecosystemWord, escaped(scope.directoryWord)]
    let kind = subject.kind + (step.map { "+\($0.rawValue)" } ?? "")
    let head = scopeParts + [kind, escaped(subject.name), "|"]
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

extension PullRequest {
  /// The proposed versions by dependency key, from the marker in the body.
  var versions: [String: String] { BodyMarker(in: body)?.versions ?? [:] }
}
