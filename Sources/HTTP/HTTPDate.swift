import Text
package import Time

extension Timestamp {
  /// Parses a time of an HTTP header in one of the three formats of RFC 9110 section 5.6.7; nil if
  /// the text has another one.
  ///
  ///     Timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.seconds  // 784111777
  package init?(httpDate text: String) {
    guard text.utf8.count < 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5 else { return nil }
    if words.last == "GMT", words.count == 6 {
      self.init(day: words[1], month: words[2], year: words[3], time: words[4])
      return
    }
    // asctime: Sun Nov  6 08:49:37 1994
    guard words.count == 5 else { return nil }
    self.init(day: words[2], month: words[1], year: words[4], time: words[3])
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private init?(day: Substring, month: Substring, year: Substring, time: Substring) {
    let clock = zip(time.split(separator: ":"), [23, 59, 60]).compactMap { $0.number(in: 0...$1) }
    guard let month = Self.months.firstIndex(of: String(month)), let day = day.number(in: 1...31),
      var year = year.number(in: 0...9999), clock.count == 3,
      time.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 2
    else { return nil }
    // RFC 850 has two digits: no such header is older than HTTP.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    let days = CivilDay(year: year, month: month + 1, day: day).number
    self.init(seconds: Int64(((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]))
  }
}
