import Crypto
import Text
import Time

/// What a pull request and its checks were like, to find out whether they have changed.
///
///     1767225600-0a1b2c…
struct ChangeMark: Hashable, Sendable {
  /// When the host began to list what the mark consists of, by its clock.
  let start: Timestamp
  /// A digest of what it listed.
  let digest: String

  /// Computes a mark from words that no change leaves equal.
  init(_ start: Timestamp, _ words: [String]) {
    self.start = start
    // The lengths keep a word with a line break apart from two words.
    let text = words.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")
    digest = Digest(.sha256, of: text).hexadecimal
  }

  /// Parses a mark; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let seconds = parts[0].number(in: 0...Self.lastSecond) else {
      return nil
    }
    start = Timestamp(seconds: Int64(seconds))
    digest = String(parts[1])
  }

  /// The end of the year 9999.
  private static let lastSecond = 253_402_300_799

  /// The mark as it is kept.
  var text: String { "\(start.seconds)-\(digest)" }
}

extension HostTime {
  /// How long a change may take until a list shows it, with the difference of a host's own clocks.
  static let overlap = Duration.seconds(30)

  /// Whether a change at a time is so old that lists show any later one.
  ///
  /// - Parameters:
  ///   - text: the time of the last change; nil: not known.
  ///   - now: the present time by the host's clock.
  /// - Returns: false if it isn't known.
  static func isPast(_ text: String?, at now: Timestamp) -> Bool {
    date(text).map { $0 + overlap < now } ?? false
  }
}
