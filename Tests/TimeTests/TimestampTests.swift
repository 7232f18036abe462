import FoundationEssentials
import TestSupport
import Testing
import Time

@Suite struct `A timestamp` {
  @Test(
    arguments: [
      (1_500, 1), (1_000, 1), (999, 0), (0, 0), (-1, -1), (-1_000, -1), (-1_001, -2),
      (.max, 9_223_372_036_854_775), (.min, -9_223_372_036_854_776),
    ] as [(Int64, Int64)])
  func `Seconds are rounded down`(milliseconds: Int64, seconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(time.seconds == seconds)
    #expect(time.secondsRoundedUp == (milliseconds % 1_000 == 0 ? seconds : seconds + 1))
  }

  @Test func `Durations are added and subtracted`() {
    let time: Timestamp = 1_000
    #expect(time + .milliseconds(1_500) == Timestamp(milliseconds: 1_001_500))
    #expect(time - .seconds(1_001) == Timestamp(milliseconds: -1_000))
    #expect(time - Timestamp(milliseconds: 999_500) == .milliseconds(500))
    #expect(.epoch - time == .seconds(-1_000))
    #expect(time + .microseconds(1_999) == Timestamp(milliseconds: 1_000_001))
  }

  @Test func `Arithmetic stops at the ends of the range`() {
    let first = Timestamp(milliseconds: .min)
    let last = Timestamp(milliseconds: .max)
    #expect(last + .seconds(1) == last)
    #expect(first - .seconds(1) == first)
    #expect(last - first == .milliseconds(Int64.max))
    #expect(first - last == .milliseconds(Int64.min))
    #expect(Timestamp(seconds: .max) == last)
    #expect(Timestamp(seconds: .min) == first)
    #expect(Timestamp.epoch + .days(.max) == last)
    #expect(Timestamp.epoch - .minutes(.max) - .seconds(1) == first)
    #expect(Duration.minutes(90) == .seconds(5_400))
  }

  @Test(arguments: [
    (Int64(0), #""1970-01-01T00:00:00Z""#), (1, #""1970-01-01T00:00:00.001Z""#),
    (253_402_300_799_999, #""9999-12-31T23:59:59.999Z""#),
    (253_402_300_800_000, "253402300800000"), (Int64.max, "9223372036854775807"),
    (Int64.min, "-9223372036854775808"),
  ])
  func `Times are encoded as text, and as numbers beyond the year 9999`(
    milliseconds: Int64, json: String
  ) throws {
    let time = Timestamp(milliseconds: milliseconds)
    let data = try JSONEncoder().encode([time])
    #expect(String(decoding: data, as: UTF8.self) == "[\(json)]")
    #expect(try JSONDecoder().decode([Timestamp].self, from: data) == [time])
  }

  @Test func `Text that is not a time is refused`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Timestamp].self, from: Data(#"["soon"]"#.utf8))
    }
  }

  @Test func `The date and the format in whole seconds`() {
    let time = Timestamp(milliseconds: 951_868_799_999)
    #expect(time.date == "2000-02-29")
    #expect(time.rfc3339Seconds == "2000-02-29T23:59:59Z")
    #expect(time.wholeSecond.rfc3339 == "2000-02-29T23:59:59.000Z")
    #expect(Timestamp.distantFuture.wholeSecond == .distantFuture)
  }
}
