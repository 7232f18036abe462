/// An issue in a host's format.
protocol HostIssue: Decodable, Sendable {
  /// The issue without what only this host has.
  var value: ForgeIssue { get }
}

/// An issue from a response, or found after a lost response.
enum IssueAnswer<Format: HostIssue>: Decodable, Sendable {
  case made(Format)
  case found(ForgeIssue)

  init(from decoder: any Decoder) throws {
    self = .made(try Format(from: decoder))
  }

  var value: ForgeIssue {
    switch self {
    case .made(let made): made.value
    case .found(let found): found
    }
  }
}

extension [ForgeIssue] {
  /// The newest one, if it is what a lost request would have opened.
  func twin<Format>(_ title: String, _ body: String) -> IssueAnswer<Format>? {
    guard let newest = self.max(by: { $0.number < $1.number }), newest.title == title,
      newest.body == body
    else { return nil }
    return .found(newest)
  }
}
