package import Store

/// What people ask of martlet by a comment on one of its pull requests.
package enum CommentCommand: Hashable, Sendable {
  /// Build the branch anew, unless it holds other people's commits.
  case rebase
  /// Build the branch anew, whatever it holds.
  case recreate
  /// Nil: what the pull request is about.
  case ignore(String?, Ignore.Condition)
  /// A nil name: what the pull request is about; a nil condition: all of them.
  case unignore(String?, Ignore.Condition?)
  /// Take back all that comments ignore in the repository.
  case unignoreEverything
  /// Tell what is ignored of what the pull request is about.
  case showIgnored
  /// Tell what is ignored of the dependency of that name.
  case showConditions(String)
  /// Tell what can be said.
  case help

  /// What the first line of a comment says to us.
  package enum Reading: Hashable, Sendable {
    /// It speaks to us in words that are one.
    case command(CommentCommand)
    /// It speaks to us in words that are no command.
    case unknown
  }

  /// Reads a comment.
  ///
  /// A comment is a command if it begins with our name. So nothing quoted, nothing in code and
  /// nothing in the middle of a sentence ever is. What follows the first line is for people.
  ///
  /// - Parameters:
  ///   - body: the comment's Markdown.
  ///   - names: the logins that we answer to.
  /// - Returns: nil where it speaks to nobody or to somebody else.
  package static func read(_ body: String, to names: [String]) -> Reading? {
    let line = body.drop { $0.isNewline }.prefix { !$0.isNewline }
    // Markdown takes four columns for code.
    let indent = line.prefix { $0 == " " }.count
    guard indent < 4, line.dropFirst(indent).first == "@" else { return nil }
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let name = words.first?.dropFirst(), names.contains(where: { isName(name, $0) }) else {
      return nil
    }
    return CommentCommand(plain(Array(words.dropFirst()))).map(Reading.command) ?? .unknown
  }

  /// `@Martlet`, `@martlet:` and `@martlet,` all are the name.
  private static func isName(_ word: Substring, _ name: String) -> Bool {
    let letters = word.last == ":" || word.last == "," ? word.dropLast() : word
    return letters.lowercased() == name.lowercased()
  }

  /// Without courtesy, the full stop and the marks of code.
  private static func plain(_ words: [String]) -> [String] {
    var words = words
    if let last = words.last, let sign = last.last, sign == "." || sign == "!" {
      words[words.count - 1] = String(last.dropLast())
    }
    return words.map { $0.filter { $0 != "`" } }
      .filter { !$0.isEmpty && $0.lowercased() != "please" }
  }

  private init?(_ words: [String]) {
    let low = words.map { $0.lowercased() }
    switch low.first {
    case "rebase" where low.count == 1: self = .rebase
    case "recreate" where low.count == 1: self = .recreate
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

  /// `this dependency`, `this major version`, `NAME`, `NAME minor version`.
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
