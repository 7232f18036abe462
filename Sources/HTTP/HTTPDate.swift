import Time

/// Times in HTTP headers, in the three formats of RFC 9110 section 5.6.7.
package enum HTTPDate {
  /// Parses a time as seconds since 1970; nil if the text has none of the formats.
  ///
  ///     HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT")  // 784111777
  package static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count < 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5 else { return nil }
    if words.last == "GMT", words.count == 6 {
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    }
    // asctime: Sun Nov  6 08:49:37 1994
    guard words.count == 5 else { return nil }
    return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func seconds(
    day: Substring, month: Substring, year: Substring, time: Substring
  ) -> Int64? {
    let clock = time.split(separator: ":").map { Int64($0) ?? -1 }
    guard let month = months.firstIndex(of: String(month)), let day = Int64(day),
      var year = Int64(year), (1...31).contains(day), (0...9999).contains(year), clock.count == 3,
      (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    // RFC 850 has two digits: no such header is older than HTTP.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    let days = CivilDay(year: Int(year), month: month + 1, day: Int(day)).number
    return ((Int64(days) * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }
}
