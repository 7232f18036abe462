/// Reads the times that registries write, as RFC 3339 has them.
enum Timestamp {
  /// Milliseconds since 1970 of `2015-01-01T00:00:00.000Z`; nil for what is no such time.
  static func milliseconds(_ text: String) -> Int64? {
    var digits = Digits(text: Array(text.utf8))
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
      digits.skip("-"), let day = digits.number(2), 1...12 ~= month, 1...31 ~= day,
      digits.skip("T"), let hour = digits.number(2), digits.skip(":"),
      let minute = digits.number(2), hour <= 24, minute < 60
    else { return nil }
    let second = digits.skip(":") ? digits.number(2) : 0
    let fraction = digits.skip(".") ? digits.fraction() : 0
    guard let second, let fraction, second < 60, let offset = digits.offset(), digits.isAtEnd
    else { return nil }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
    return Int64((minutes * 60 + second) * 1000 + fraction)
  }

  /// Days since 1970 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}

/// A place in a text of digits and marks.
private struct Digits {
  let text: [UInt8]
  var place = 0

  var isAtEnd: Bool { place == text.count }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  mutating func number(_ count: Int) -> Int? {
    guard place + count <= text.count else { return nil }
    var value = 0
    for digit in text[place..<place + count] {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    place += count
    return value
  }

  /// Milliseconds; further digits are read over.
  mutating func fraction() -> Int? {
    var value = 0
    var weight = 100
    guard place < text.count, text[place].isDigit else { return nil }
    while let digit = number(1) {
      value += digit * weight
      weight /= 10
    }
    return value
  }

  /// Minutes east of Greenwich.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : nil
    guard let sign, let hours = number(2) else { return nil }
    _ = skip(":")
    return number(2).map { sign * (hours * 60 + $0) }
  }
}
