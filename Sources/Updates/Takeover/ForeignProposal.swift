import Forges
import Text

/// An open pull request of Dependabot or Renovate.
struct ForeignProposal: Hashable, Sendable {
  /// A bot that opens pull requests for updates.
  enum Bot: String, Hashable, Sendable {
    case dependabot = "Dependabot"
    case renovate = "Renovate"
  }

  /// A version that the pull request moves to.
  struct Step: Hashable, Sendable {
    /// As the bot writes it: `lodash`, `github.com/apple/swift-log`.
    var name: String
    /// Without `v`; can be a part of a version, such as `4`.
    var version: String
  }

  /// The number on the forge.
  var number: Int
  /// The branch, in the same repository.
  var branch: String
  /// The newest commit of the branch.
  var head: String
  var bot: Bot
  /// The directory of the project, `/frontend`; nil if the bot doesn't say.
  var directory: String?
  /// What it updates; empty if that isn't recognized.
  var steps: [Step]
  /// Whether martlet has written to it before; the state that says so was lost.
  var isContinued = false

  /// Recognizes a pull request; nil if it isn't a bot's.
  ///
  /// A branch in the repository itself named as the bot names it isn't enough: either the bot's account
  /// opened the pull request, or the text is the bot's.
  ///
  /// - Parameters:
  ///   - found: an open pull request.
  ///   - repository: its repository.
  init?(_ found: PullRequest, in repository: RepositoryName) {
    guard found.state == .open,
      found.headRepository?.lowercased() == repository.description.lowercased(),
      let bot = Bot(branch: found.head)
    else { return nil }
    (number, branch, head, self.bot) = (found.number, found.head, found.headSHA, bot)
    if let marker = BodyMarker(in: found.body) {
      isContinued = true
      directory = marker.scope.singleDirectory
      steps = marker.versions.sorted { $0.key < $1.key }.map { Step(name: $0, version: $1) }
      return
    }
    guard bot.opened(found) else { return nil }
    switch bot {
    case .dependabot:
      steps = Self.dependabotSteps(found).unique
      directory = Self.directory(found.title)
    case .renovate:
      steps = Self.renovateSteps(found).unique
      directory = nil
    }
  }
}

extension ForeignProposal.Bot {
  /// The bot that names branches like this one; nil for others.
  fileprivate init?(branch: String) {
    if branch.hasPrefix("dependabot/") {
      self = .dependabot
    } else if branch.hasPrefix("renovate/") {
      self = .renovate
    } else {
      return nil
    }
  }

  /// Whether the bot opened a pull request, by the name of the account or by the text.
  fileprivate func opened(_ found: PullRequest) -> Bool {
    let texts =
      switch self {
      case .dependabot: ["dependabot-automerge-start", "Dependabot commands and options"]
      case .renovate: ["<!--renovate-", "renovatebot/renovate"]
      }
    let login = found.author?.login.lowercased() ?? ""
    return login.contains(rawValue.lowercased()) || texts.contains { found.body.contains($0) }
  }
}

extension UpdateKey.Scope {
  /// The directory of a pull request for one project; nil for others.
  fileprivate var singleDirectory: String? {
    if case .directory(_, let directory) = self { directory } else { nil }
  }
}

extension ForeignProposal {
  /// Reads the versions of a pull request of Dependabot.
  ///
  /// A single update is in the title, or in the first sentence of the body: `Bumps [rack](…) from 2.0.1
  /// to 2.0.2.` A group has a sentence for each, `` Updates `rack` from 2.0.1 to 2.0.2 ``.
  private static func dependabotSteps(_ found: PullRequest) -> [Step] {
    let updates = found.body.split(whereSeparator: \.isNewline).compactMap { line -> Step? in
      guard line.hasPrefix("Updates `") else { return nil }
      return step(in: line.dropFirst("Updates ".count))
    }
    guard updates.isEmpty else { return updates }
    let title = found.title[...]
    for verb in ["Bump ", "bump ", "Update ", "update "] {
      guard let range = title.firstRange(of: verb) else { continue }
      if let step = step(in: title[range.upperBound...]) { return [step] }
    }
    return []
  }

  /// Parses `NAME from A to B`, also with `requirement` after the name and in quotes.
  private static func step(in text: Substring) -> Step? {
    let words = text.split(separator: " ").map { trimmed($0, "`'\",.") }
    guard let from = words.firstIndex(of: "from"), from > 0,
      let to = words[from...].firstIndex(of: "to"), to + 1 < words.count
    else { return nil }
    let name = words[..<from].first ?? ""
    return version(words[to + 1]).map { Step(name: String(name), version: $0) }
  }

  /// The directory in a title such as `Bump a from 1 to 2 in /frontend`; the root without one.
  private static func directory(_ title: String) -> String {
    guard let range = title.ranges(of: " in /").last else { return "/" }
    let rest = title[range.upperBound...].prefix { $0 != " " }
    return "/" + rest
  }

  /// Reads the versions of a pull request of Renovate, from the table in its body.
  ///
  ///     | [lodash](https://…) | dependencies | minor | [`4.17.20` -> `4.18.0`](https://…) |
  private static func renovateSteps(_ found: PullRequest) -> [Step] {
    found.body.split(whereSeparator: \.isNewline).compactMap { line -> Step? in
      guard line.hasPrefix("|"),
        let arrow = line.firstRange(of: "` -> `") ?? line.firstRange(of: "` → `")
      else { return nil }
      let cell = trimmed(line.dropFirst().prefix { $0 != "|" }, " ")
      let text = cell.hasPrefix("[") ? cell.dropFirst().prefix { $0 != "]" } : cell
      let name = trimmed(text, "`")
      guard !name.isEmpty else { return nil }
      return version(line[arrow.upperBound...].prefix { $0 != "`" }).map {
        Step(name: String(name), version: $0)
      }
    }
  }

  /// Returns a version without `v` and the operators of a requirement; nil if it isn't one.
  private static func version(_ text: Substring) -> String? {
    let bare = trimmed(text.drop { "^~>=v V\"'".contains($0) }, "\"'")
    return bare.first?.isNumber == true ? String(bare) : nil
  }
}

/// Removes characters from both ends.
private func trimmed(_ text: Substring, _ characters: String) -> Substring {
  var rest = text.drop { characters.contains($0) }
  while let last = rest.last, characters.contains(last) { rest.removeLast() }
  return rest
}
