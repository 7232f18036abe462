import Testing
import Time

@Suite struct `A time of RFC 3339` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (951_782_399_999, "2000-02-28T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
  ])
  func `Times are formatted and parsed`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("1970-01-02T00:00:01.5Z", 86_401_500), ("2024-02-29T23:59:59-01:30", 1_709_256_599_000),
    ("2024-02-29T23:59:59-0130", 1_709_256_599_000), ("1970-01-01T00:01Z", 60_000),
    ("1970-01-01T00:00:00.1239999Z", 123),
  ])
  func `Offsets, missing seconds and long fractions are parsed`(text: String, expected: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == expected)
  }

  @Test(arguments: [
    "", "soon", "2024-02-29", "2024-13-01T00:00:00Z", "2024-01-32T00:00:00Z",
    "2024-01-01T25:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00Zx", "24-01-01T00:00:00Z",
  ])
  func `Anything else is refused`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }
}
