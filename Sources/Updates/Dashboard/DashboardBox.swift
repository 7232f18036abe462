import Store

/// A box of the dashboard that a person can tick; its line says in an HTML comment what it does.
///
///     - [ ] <!-- martlet-box: open npm / lodash 4.17.21 --> …
enum DashboardBox: Hashable, Sendable {
  /// Opens a pull request, or approves one.
  case request(DashboardRequest.Kind, Subject)
  /// Rebuilds the branch of the pull request with this number.
  case rebuild(Int)
  /// Takes back what a comment ignores.
  case unignore(Subject, Ignore.Condition)

  /// A version of a dependency in one directory.
  struct Subject: Hashable, Sendable {
    var ecosystem: String
    var directory: String
    var dependency: String
    var version: String

    fileprivate var words: [String] { [ecosystem, directory, dependency, version].map(escaped) }

    init(_ ecosystem: String, _ directory: String, _ dependency: String, _ version: String) {
      self.ecosystem = ecosystem
      self.directory = directory
      self.dependency = dependency
      self.version = version
    }

    fileprivate init(_ words: ArraySlice<String>) {
      let texts = words.map(unescaped)
      self.init(texts[0], texts[1], texts[2], texts[3])
    }
  }

  private var words: [String] {
    switch self {
    case .request(let kind, let subject): [kind.rawValue] + subject.words
    case .rebuild(let number): ["rebuild", "\(number)"]
    case .unignore(let subject, let condition):
      ["unignore"] + subject.words + [condition.rawValue]
    }
  }

  private init?(_ words: [String]) {
    switch words.count {
    case 2 where words[0] == "rebuild":
      guard let number = Int(words[1]) else { return nil }
      self = .rebuild(number)
    case 5:
      guard let kind = DashboardRequest.Kind(rawValue: words[0]) else { return nil }
      self = .request(kind, Subject(words[1...4]))
    case 6 where words[0] == "unignore":
      guard let condition = Ignore.Condition(rawValue: words[5]) else { return nil }
      self = .unignore(Subject(words[1...4]), condition)
    default: return nil
    }
  }

  private static let opening = "<!-- martlet-box: "
  private static let closing = " -->"

  /// The beginning of a line of a list.
  func line(isTicked: Bool = false) -> String {
    let mark = isTicked ? "x" : " "
    return "- [\(mark)] \(Self.opening)\(words.joined(separator: " "))\(Self.closing) "
  }

  /// Parses a line; nil if it has no box of martlet's.
  private init?(line: Substring) {
    guard let start = line.firstRange(of: Self.opening),
      let end = line[start.upperBound...].firstRange(of: Self.closing)
    else { return nil }
    let words = line[start.upperBound..<end.lowerBound].split(separator: " ").map(String.init)
    self.init(words)
  }

  /// Returns the boxes of a text, and whether each is ticked.
  static func all(in text: String) -> [DashboardBox: Bool] {
    var boxes: [DashboardBox: Bool] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let start = line.drop { $0.isWhitespace }.prefix(5).lowercased()
      guard start == "- [x]" || start == "- [ ]", let box = DashboardBox(line: line) else {
        continue
      }
      boxes[box] = start == "- [x]"
    }
    return boxes
  }

  /// Returns a text without ticks and without differences that editors of hosts make at ends of lines.
  static func unticked(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { line -> String in
        var line = String(line)
        while line.last?.isWhitespace == true { line.removeLast() }
        for tick in ["- [x]", "- [X]"] where line.hasPrefix(tick) {
          line = "- [ ]" + line.dropFirst(tick.count)
        }
        return line
      }.joined(separator: "\n").trimmingLines
  }
}

extension String {
  /// Without line breaks at the end.
  fileprivate var trimmingLines: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
