/// How much a line of the log matters.
package enum Level: String, CaseIterable, Comparable, Hashable, Sendable {
  /// What only a developer wants to know.
  case debug
  /// What happened as it should.
  case info
  /// What went wrong for one dependency or repository while the others go on.
  case warning
  /// What ended the work.
  case error

  /// By urgency: `debug` is the least, `error` the greatest.
  package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}
