/// How much a line of the log matters.
package enum Level: String, CaseIterable, Comparable, Hashable, Sendable {
  case debug
  case info
  case warning
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
