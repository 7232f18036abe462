internal import Libc

/// A moment in UTC, to the millisecond.
///
/// Leap seconds are not counted, as in POSIX. Arithmetic saturates at the ends of the range of about
/// 292 million years, because hosts can send any number.
///
///     let end = Timestamp.now() + .seconds(60)
///     end - .now()  // about 60 s
package struct Timestamp: Hashable, Comparable, Codable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  /// Creates the moment that is so many milliseconds after the start of 1970.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates the moment that is so many seconds after the start of 1970.
  package init(seconds: Int64) {
    milliseconds = seconds.saturating(Int64.multipliedReportingOverflow, 1_000)
  }

  /// Decodes the format of RFC 3339, or a number of milliseconds.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let milliseconds = try? container.decode(Int64.self) {
      self.init(milliseconds: milliseconds)
    } else if let time = Timestamp(rfc3339: try container.decode(String.self)) {
      self = time
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
    }
  }

  /// Encodes the format of RFC 3339, or milliseconds if the year has more than four digits.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if Self.years.contains(self) {
      try container.encode(isWholeSecond ? rfc3339Seconds : rfc3339)
    } else {
      try container.encode(milliseconds)
    }
  }

  /// The years 0 to 9999, which RFC 3339 can write.
  private static let years =
    Timestamp(seconds: -62_167_219_200)..<Timestamp(seconds: 253_402_300_800)

  /// Reads the system clock.
  package static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The start of 1970.
  package static let epoch = Timestamp(milliseconds: 0)

  /// The last whole second of the range; stands for "never".
  package static let distantFuture = Timestamp(seconds: .max / 1_000)

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package var seconds: Int64 { milliseconds.floorDivided(by: 1_000) }

  /// The start of its second.
  package var wholeSecond: Timestamp { Timestamp(seconds: seconds) }

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded up.
  package var secondsRoundedUp: Int64 { seconds + (isWholeSecond ? 0 : 1) }

  private var isWholeSecond: Bool { milliseconds.isMultiple(of: 1_000) }

  /// Compares the milliseconds.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the moment after a duration; fractions of a millisecond are cut off.
  package static func + (time: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(
      milliseconds: time.milliseconds.saturating(
        Int64.addingReportingOverflow, duration.wholeMilliseconds))
  }

  /// Returns the moment before which a duration passes.
  package static func - (time: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(
      milliseconds: time.milliseconds.saturating(
        Int64.subtractingReportingOverflow, duration.wholeMilliseconds))
  }

  /// Returns the duration from the second moment to the first; negative if the first is earlier.
  package static func - (end: Timestamp, start: Timestamp) -> Duration {
    .milliseconds(
      end.milliseconds.saturating(Int64.subtractingReportingOverflow, start.milliseconds))
  }

  /// Moves the moment forward.
  package static func += (time: inout Timestamp, duration: Duration) {
    time = time + duration
  }
}

extension Duration {
  /// Returns a number of days of 24 hours, limited to what a number of seconds can express.
  package static func days(_ count: Int) -> Duration {
    .seconds(Int64(count).saturating(Int64.multipliedReportingOverflow, 86_400))
  }

  /// Returns a number of minutes, limited to what a number of seconds can express.
  package static func minutes(_ count: Int) -> Duration {
    .seconds(Int64(count).saturating(Int64.multipliedReportingOverflow, 60))
  }

  /// The duration in milliseconds, fractions cut off.
  fileprivate var wholeMilliseconds: Int64 {
    components.seconds.saturating(Int64.multipliedReportingOverflow, 1_000).saturating(
      Int64.addingReportingOverflow, components.attoseconds / 1_000_000_000_000_000)
  }
}

extension Int64 {
  /// Returns the result of an operation, or the end of the range that it exceeds.
  fileprivate func saturating(
    _ operation: (Int64) -> (Int64) -> (partialValue: Int64, overflow: Bool), _ other: Int64
  ) -> Int64 {
    let (value, overflow) = operation(self)(other)
    guard overflow else { return value }
    // With the operands used here, only the sign of the first decides on which side it overflows.
    return self < 0 ? .min : .max
  }
}
