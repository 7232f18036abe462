package import Store

/// A command in a comment on a pull request.
package enum CommentCommand: Hashable, Sendable {
  /// Rebuild the branch, unless it has commits by others.
  case rebase
  /// Rebuild the branch in any case.
  case recreate
  /// Rebuild the branches of all open pull requests, unless they have commits by others.
  case rebaseAll
  /// Merge the pull request as soon as its checks are green.
  case merge(MergeRequest.Method)
  /// Undo `merge`.
  case cancelMerge
  /// Close the pull request and decline its versions.
  case close
  /// Open it again.
  case reopen
  /// Ignore versions. Nil: of the pull request's dependency.
  case ignore(String?, Ignore.Condition)
  /// Undo ignore commands. A nil name: for the pull request's dependencies; a nil condition: all.
  case unignore(String?, Ignore.Condition?)
  /// Undo all ignore commands in the repository.
  case unignoreEverything
  /// List all ignored versions.
  case showIgnored
  /// List the ignored versions of a dependency.
  case showConditions(String)
  /// Find the packages that make the checks fail.
  case bisect
  /// List the commands.
  case help

  /// The result of parsing a comment that is addressed to martlet.
  package enum ParseResult: Hashable, Sendable {
    /// A known command.
    case command(CommentCommand)
    /// Anything else.
    case unknown
  }

  /// Parses the first line of a comment.
  ///
  /// A comment is a command if it starts with our name. Quotes, code and mentions inside of a sentence
  /// are never commands.
  ///
  /// - Parameters:
  ///   - body: the comment's Markdown.
  ///   - names: the names of martlet.
  /// - Returns: nil if the comment is not addressed to martlet.
  package static func parse(_ body: String, to names: [String]) -> ParseResult? {
    let line = body.drop { $0.isNewline }.prefix { !$0.isNewline }
    // Four spaces start a code block in Markdown.
    let indent = line.prefix { $0 == " " }.count
    guard indent < 4, line.dropFirst(indent).first == "@" else { return nil }
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let name = words.first?.dropFirst(), names.contains(where: { isName(name, $0) }) else {
      return nil
    }
    return CommentCommand(plain(Array(words.dropFirst()))).map(ParseResult.command) ?? .unknown
  }

  /// Accepts `@Martlet`, `@martlet:` and `@martlet,`.
  private static func isName(_ word: Substring, _ name: String) -> Bool {
    let letters = word.last == ":" || word.last == "," ? word.dropLast() : word
    return letters.lowercased() == name.lowercased()
  }

  /// Removes "please", backticks and the final punctuation.
  private static func plain(_ words: [String]) -> [String] {
    var words = words
    if let last = words.last, let mark = last.last, mark == "." || mark == "!" {
      words[words.count - 1] = String(last.dropLast())
    }
    return words.map { $0.filter { $0 != "`" } }
      .filter { !$0.isEmpty && $0.lowercased() != "please" }
  }

  private init?(_ words: [String]) {
    let low = words.map { $0.lowercased() }
    switch low.first {
    case "rebase" where low.count == 1: self = .rebase
    case "rebase" where low == ["rebase", "all"]: self = .rebaseAll
    case "merge" where low.count == 1: self = .merge(.configured)
    case "squash" where low == ["squash", "and", "merge"]: self = .merge(.squash)
    case "cancel" where low == ["cancel", "merge"]: self = .cancelMerge
    case "close" where low.count == 1: self = .close
    case "reopen" where low.count == 1: self = .reopen
    case "recreate" where low.count == 1: self = .recreate
    case "bisect" where low.count == 1: self = .bisect
    case "help" where low.count == 1: self = .help
    case "ignore": self.init(ignoring: Array(words.dropFirst()))
    case "unignore": self.init(unignoring: Array(words.dropFirst()))
    case "show": self.init(showing: Array(words.dropFirst()))
    default: return nil
    }
  }

  private init?(ignoring words: [String]) {
    guard let target = Target(words) else { return nil }
    self = .ignore(target.name, target.condition ?? .all)
  }

  private init?(unignoring words: [String]) {
    if words.isEmpty {
      self = .unignore(nil, nil)
    } else if words == ["*"] {
      self = .unignoreEverything
    } else if let target = Target(words) {
      self = .unignore(target.name, target.condition)
    } else {
      return nil
    }
  }

  private init?(showing words: [String]) {
    switch words.map({ $0.lowercased() }) {
    case ["ignored"], ["ignore", "conditions"]: self = .showIgnored
    case let low where low.count == 3 && low[1...] == ["ignore", "conditions"]:
      self = .showConditions(words[0])
    default: return nil
    }
  }

  /// `this dependency`, `this major version`, `NAME` or `NAME minor version`.
  private struct Target {
    var name: String?
    var condition: Ignore.Condition?

    init?(_ words: [String]) {
      let low = words.map { $0.lowercased() }
      guard let first = low.first, first != "*" else { return nil }
      name = first == "this" ? nil : words[0]
      switch low.count {
      case 1 where name != nil: condition = nil
      case 2 where name == nil && low[1] == "dependency": condition = nil
      case 3 where low[2] == "version":
        guard let found = Ignore.Condition(rawValue: low[1]), found != .all else { return nil }
        condition = found
      default: return nil
      }
    }
  }
}
