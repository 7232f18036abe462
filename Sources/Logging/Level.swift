/// The severity of a log entry.
package enum Level: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Details for developers.
  case debug
  /// Normal events.
  case info
  /// A failure of one dependency or repository; the others are processed.
  case warning
  /// A failure that ended the work.
  case error

  /// Compares by severity: `debug` is the lowest, `error` the highest.
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
