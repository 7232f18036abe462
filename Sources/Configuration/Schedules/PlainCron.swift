/// Parses a schedule in plain English, or a nickname such as `@daily`, as five cron fields.
///
///     fiveFields(of: "every weekday at 9:30am")   // ["30", "9", "*", "*", "1,2,3,4,5"]
///
/// - Returns: minute, hour, day of month, month, day of week; nil unless all of the text is
///   understood.
func fiveFields(of text: String) -> [String]? {
  let text = text.lowercased()
  if let nickname = nicknames[text] { return nickname }
  var words = text.replacing(",", with: " and ").split(separator: " ").map(String.init)
  guard words.first == "every" else { return nil }
  words.removeFirst()
  let parts = words.split(separator: "at", maxSplits: 1, omittingEmptySubsequences: false)
  guard let days = parts.first.map(Array.init) else { return nil }
  if parts.count == 1, let interval = interval(days) { return interval }
  guard let weekdays = weekdays(days) else { return nil }
  let clock = parts.count == 1 ? ("0", "0") : clock(Array(parts[1]))
  return clock.map { [$0.0, $0.1, "*", "*", weekdays] }
}

private let nicknames = [
  "@hourly": ["0", "*", "*", "*", "*"],
  "@daily": ["0", "0", "*", "*", "*"], "@midnight": ["0", "0", "*", "*", "*"],
  "@noon": ["0", "12", "*", "*", "*"],
  "@weekly": ["0", "0", "*", "*", "0"],
  "@monthly": ["0", "0", "1", "*", "*"],
  "@yearly": ["0", "0", "1", "1", "*"], "@annually": ["0", "0", "1", "1", "*"],
]

/// Parses an interval: `hour`, `15 minutes`, `2 hours`, `month`.
private func interval(_ words: [String]) -> [String]? {
  switch (words.count, words.last, words.first.flatMap { Int($0) }) {
  case (1, "minute", _): ["*", "*", "*", "*", "*"]
  case (1, "hour", _): ["0", "*", "*", "*", "*"]
  case (1, "month", _): ["0", "0", "1", "*", "*"]
  case (1, "year", _): ["0", "0", "1", "1", "*"]
  case (2, "minutes", let step?) where 1..<60 ~= step: ["*/\(step)", "*", "*", "*", "*"]
  case (2, "hours", let step?) where 1..<24 ~= step: ["0", "*/\(step)", "*", "*", "*"]
  default: nil
  }
}

/// Parses days of the week: `day`, `weekday`, `weekend`, `monday`, `mon and thu`.
private func weekdays(_ words: [String]) -> String? {
  let names = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  var found: [String] = []
  for word in words where word != "and" {
    switch word {
    case "day": return words.count == 1 ? "*" : nil
    case "weekday": found += ["1", "2", "3", "4", "5"]
    case "weekend": found += ["0", "6"]
    default:
      guard let index = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else {
        return nil
      }
      found.append("\(index)")
    }
  }
  return found.isEmpty ? nil : found.joined(separator: ",")
}

/// Parses times into the fields of minute and hour: `5am`, `9:30 pm`, `noon`, `8am and 4pm`.
private func clock(_ words: [String]) -> (String, String)? {
  var minutes: Set<Int> = []
  var hours: [String] = []
  for words in words.split(separator: "and", omittingEmptySubsequences: false) {
    guard let time = time(words.joined()) else { return nil }
    minutes.insert(time.minute)
    hours.append("\(time.hour)")
  }
  // Five fields cannot express times with different minutes, such as 8:30 and 17:00.
  guard minutes.count == 1, let minute = minutes.first else { return nil }
  return ("\(minute)", hours.joined(separator: ","))
}

private func time(_ word: String) -> (hour: Int, minute: Int)? {
  if word == "noon" { return (12, 0) }
  if word == "midnight" { return (0, 0) }
  let isAfternoon = word.hasSuffix("pm")
  let isHalfDay = isAfternoon || word.hasSuffix("am")
  let digits = (isHalfDay ? word.dropLast(2) : word[...]).split(
    separator: ":", omittingEmptySubsequences: false)
  guard digits.count <= 2, digits.allSatisfy({ $0.allSatisfy(\.isNumber) }),
    let hour = digits.first.flatMap({ Int($0) }), (isHalfDay ? 1...12 : 0...23).contains(hour),
    let minute = digits.count == 2 ? Int(digits[1]) : 0, 0...59 ~= minute
  else { return nil }
  return (isHalfDay ? hour % 12 + (isAfternoon ? 12 : 0) : hour, minute)
}
