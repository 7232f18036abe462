import Ecosystem
import Forges
import FoundationEssentials
import Store

/// A comment inside of an answer of ours, by which it is known when the state is lost.
///
///     <!-- martlet-reply: 123 -->
///     <!-- martlet-reply: 123 ignore swift / aster major 2.0.0 alice -->
///
/// The number is that of the comment that was answered. Only comments of our own account are
/// searched for them.
struct ReplyMarker: Hashable, Sendable {
  /// What was changed by it.
  enum Deed: Hashable, Sendable {
    case none
    case ignore(Ignore)
    case unignore(Ignore)
  }

  var comment: Int
  var deed: Deed

  var text: String {
    let words: [String]
    switch deed {
    case .none: words = []
    case .ignore(let ignore): words = ["ignore"] + Self.words(ignore)
    case .unignore(let ignore): words = ["unignore"] + Self.words(ignore)
    }
    return Self.opening + (["\(comment)"] + words).joined(separator: " ") + Self.closing
  }

  private static func words(_ ignore: Ignore) -> [String] {
    [
      ignore.ecosystem, ignore.directory, ignore.dependency, ignore.condition.rawValue,
      ignore.version, ignore.author,
    ].map(escaped)
  }

  /// Finds the markers of an answer on a pull request of a repository.
  static func all(
    in answer: Comment, on number: Int, of repository: String, forge: String
  ) -> [ReplyMarker] {
    answer.body.ranges(of: opening).compactMap { start in
      guard let end = answer.body[start.upperBound...].firstRange(of: closing) else { return nil }
      let words = answer.body[start.upperBound..<end.lowerBound].split(separator: " ")
        .map { unescaped(String($0)) }
      guard let comment = words.first.flatMap({ Int($0) }) else { return nil }
      guard words.count > 1 else { return ReplyMarker(comment: comment, deed: .none) }
      guard words.count == 8, let condition = Ignore.Condition(rawValue: words[5]) else {
        return nil
      }
      let ignore = Ignore(
        forge: forge, repository: repository, ecosystem: words[2], directory: words[3],
        dependency: words[4], condition: condition, version: words[6], author: words[7],
        number: number,
        createdAt: answer.createdAt.map { Int64($0.timeIntervalSince1970) } ?? 0)
      return ReplyMarker(
        comment: comment, deed: words[1] == "ignore" ? .ignore(ignore) : .unignore(ignore))
    }
  }

  private static let opening = "<!-- martlet-reply: "
  private static let closing = " -->"
}
