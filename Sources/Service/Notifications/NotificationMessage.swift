import Forges
import JSON
import Store
import Text
import Time

/// A message for people, before it gets the format of its target.
struct NotificationMessage: Sendable {
  /// One line of the message.
  struct Line: Sendable {
    /// The repository and the pull request: `acme/app #12`.
    var subject: String
    /// The page of the pull request or the repository; nil if the forge has none.
    var url: String?
    /// What happened.
    var text: String
  }

  /// The lines of a message; a phone shows about twenty.
  static let mostLines = 20
  private static let longestLine = 240

  let id: String
  /// Most urgent first.
  let facts: [RepositoryFact]
  let lines: [Line]
  /// The number of facts without a line.
  let omitted: Int

  /// Creates the lines of a message.
  init(_ message: ClaimedMessage, _ links: ForgeLinks) {
    id = message.id
    let indices = message.facts.indices.sorted { left, right in
      let (first, second) = (message.facts[left].fact.kind, message.facts[right].fact.kind)
      return (first.urgency, left) < (second.urgency, right)
    }
    facts = indices.map { message.facts[$0] }
    lines = facts.prefix(Self.mostLines).map { Self.line($0, links) }
    omitted = facts.count - lines.count
  }

  private static func line(_ news: RepositoryFact, _ links: ForgeLinks) -> Line {
    let (repository, fact) = (news.repository, news.fact)
    let reference = fact.number.map { " " + links.reference($0, on: repository.forge) } ?? ""
    // A link in the name of a check or the title of an advisory isn't followed by a tap.
    let text = (fact.kind.label + fact.summary).printableLine.replacing("://", with: ":\u{200B}//")
    return Line(
      subject: "\(repository.name)\(reference)".printableLine,
      url: fact.number.map { links.pullRequest($0, of: repository) } ?? links.page(of: repository),
      text: text.count > longestLine ? text.prefix(longestLine - 1) + "…" : text)
  }

  /// The first line of a message with several facts, and the subject of a mail.
  var heading: String {
    guard let first = lines.first, facts.count == 1 else {
      let repositories = Set(facts.map(\.repository)).count
      let subject =
        repositories == 1 ? "\(facts[0].repository.name)" : "\(repositories) repositories"
      return "martlet: \(facts.count) events in \(subject)"
    }
    return "\(first.subject): \(first.text)"
  }

  /// The last line, about facts without a line; nil if every fact has one.
  var rest: String? { omitted > 0 ? "and \(omitted) more" : nil }
}

extension Fact.Kind {
  /// The order in a message.
  fileprivate var urgency: Int {
    switch self {
    case .security: 0
    case .moved: 1
    case .origin: 2
    case .problem: 3
    case .red: 4
    case .waiting: 5
    case .recovered: 6
    case .merged: 7
    }
  }

  /// What precedes the summary if it doesn't say it.
  fileprivate var label: String {
    switch self {
    case .security: "advisory, "
    case .problem: "problem: "
    case .red, .moved, .origin, .waiting, .recovered, .merged: ""
    }
  }
}
