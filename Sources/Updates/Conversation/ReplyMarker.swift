import Ecosystem
import Forges
import Store
import Time

/// The last lines of a reply of ours, by which it is recognised when the state is lost.
///
///     <!-- martlet-reply: 123 -->
///     <!-- martlet-reply: 123 ignore swift / aster major 2.0.0 alice -->
///
/// The number is that of the comment that was answered. Markers are read only from the end of
/// comments of our own account. Above them may be text of others, such as names of checks.
struct ReplyMarker: Hashable, Sendable {
  /// The change that the reply records.
  enum Change: Hashable, Sendable {
    case none
    case ignore(Ignore)
    case unignore(Ignore)
  }

  /// The number of the comment that the reply answers.
  var comment: Int
  var change: Change

  var text: String {
    let words: [String]
    switch change {
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

  /// Parses the markers at the end of a reply on a pull request.
  static func all(
    in answer: Comment, on number: Int, of repository: RepositoryID
  ) -> [ReplyMarker] {
    guard !answer.body.hasPrefix(verdictMarker) else { return [] }
    let lines = answer.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let end = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? -1
    let markers = lines[...end].reversed().prefix { line in
      line.hasPrefix(opening) && line.hasSuffix(closing)
    }
    return markers.reversed().compactMap { line in
      let words = line.dropFirst(opening.count).dropLast(closing.count).split(separator: " ")
      return ReplyMarker(words.map { unescaped(String($0)) }, answer, number, repository)
    }
  }

  /// Parses the words of a marker; nil if `text` does not write them.
  private init?(
    _ words: [String], _ answer: Comment, _ number: Int, _ repository: RepositoryID
  ) {
    guard let comment = words.first.flatMap({ Int($0) }) else { return nil }
    guard words.count > 1 else {
      self.init(comment: comment, change: .none)
      return
    }
    guard words.count == 8, ["ignore", "unignore"].contains(words[1]),
      let condition = Ignore.Condition(rawValue: words[5])
    else { return nil }
    let ignore = Ignore(
      repository: repository, ecosystem: words[2], directory: words[3], dependency: words[4],
      condition: condition, version: words[6], author: words[7], number: number,
      createdAt: answer.createdAt ?? .epoch)
    self.init(comment: comment, change: words[1] == "ignore" ? .ignore(ignore) : .unignore(ignore))
  }

  init(comment: Int, change: Change) {
    self.comment = comment
    self.change = change
  }

  private static let opening = "<!-- martlet-reply: "
  private static let closing = " -->"
}

extension StateStore {
  /// Applies the change that a reply records.
  func apply(_ change: ReplyMarker.Change) async throws {
    switch change {
    case .none: break
    case .ignore(let ignore): try await save(ignore)
    case .unignore(let ignore): try await remove(ignore)
    }
  }
}

extension String {
  /// The text without the beginning of an HTML comment, so that nothing in it reads as a marker.
  var withoutMarkers: String { replacing("<!--", with: "<!\u{200B}--") }
}
