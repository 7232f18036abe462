import Configuration
import Testing
import Text

struct `A schedule` {
  @Test func `cron's fields are numbers, names, ranges, lists and steps`() throws {
    let cron = try #require(Cron("*/20 9-17/4 1,15 jan-mar,DEC mon-fri"))
    #expect(cron.minutes == [0, 20, 40])
    #expect(cron.hours == [9, 13, 17])
    #expect(cron.days == [1, 15])
    #expect(cron.months == [1, 2, 3, 12])
    #expect(cron.weekdays == [1, 2, 3, 4, 5])
    #expect(Cron("0 0 * * 7")?.weekdays == [0])
    #expect(Cron("5/15 0 * * *")?.minutes == [5, 20, 35, 50])
  }

  @Test(arguments: [
    "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
    "* * * * 8", "*/0 * * * *", "1,,2 * * * *", "a * * * *", "1-2-3 * * * *",
    "@often", "-1 * * * *", "*/ * * * *", "L * * * *", "* * * * mon#6", "* * * * mon#0",
    "* * * * mon#1#2", "* * -32 * *",
    "0 9 * * MON#1 Europe/Oslo", "* * * * mon%2", "every day at", "every day at 25:00",
    "every blue moon", "every day at 8am and 9:30am", "every 90 minutes", "every day at 0am",
  ])
  func `text that is neither five fields nor English is refused`(text: String) {
    #expect(Cron(text) == nil)
  }

  @Test(arguments: [
    ("@daily", "0 0 * * *"), ("every day at noon", "0 12 * * *"), ("every day", "0 0 * * *"),
    ("every weekday at 9:30 AM", "30 9 * * 1-5"), ("every Monday at 9am", "0 9 * * 1"),
    ("every tue and thursday at 17:00", "0 17 * * 2,4"), ("every 15 minutes", "*/15 * * * *"),
    ("every 2 hours", "0 */2 * * *"), ("every day at 8am, 12pm and 12am", "0 8,12,0 * * *"),
  ]) func `plain English is parsed as cron`(english: String, cron: String) throws {
    let (spoken, written) = (try #require(Cron(english)), try #require(Cron(cron)))
    #expect(
      [spoken.minutes, spoken.hours, spoken.days, spoken.months, spoken.weekdays]
        == [written.minutes, written.hours, written.days, written.months, written.weekdays])
    #expect(spoken.description == english)
    #expect(
      spoken.runs(month: 3, day: 9, weekday: 1, length: 31)
        == written.runs(month: 3, day: 9, weekday: 1, length: 31))
  }

  @Test func `two fields for days are joined by or, with a star by and`() throws {
    let both = try #require(Cron("0 0 13 * fri"))
    #expect(both.runs(month: 3, day: 13, weekday: 1, length: 31))
    #expect(both.runs(month: 3, day: 14, weekday: 5, length: 31))
    #expect(!both.runs(month: 3, day: 14, weekday: 6, length: 31))
    let weekday = try #require(Cron("0 0 * 2 mon"))
    #expect(weekday.runs(month: 2, day: 9, weekday: 1, length: 28))
    #expect(!weekday.runs(month: 2, day: 9, weekday: 2, length: 28))
    #expect(!weekday.runs(month: 3, day: 9, weekday: 1, length: 31))
  }

  /// The days of March 2026, which begins on a Sunday and has 31 days, on which a schedule fires.
  private func daysOfMarch(_ cron: Cron) -> [Int] {
    (1...31).filter { cron.runs(month: 3, day: $0, weekday: ($0 - 1) % 7, length: 31) }
  }

  @Test(
    arguments: [
      ("0 9 * * MON#1", [2]), ("0 9 * * mon#1,wed#3", [2, 18]), ("0 9 * * fri#-1", [27]),
      ("0 9 * * sun#L", [29]), ("0 9 * * mon#5", [30]), ("0 9 * * wed#5", []),
      ("0 9 * * tue#1-2", nil), ("0 9 L * *", [31]), ("0 9 -2 * *", [30]),
      ("0 9 last,1 * *", [1, 31]),
      ("0 9 * * sat-sun", [1, 7, 8, 14, 15, 21, 22, 28, 29]), ("0 9 29-2 * *", [1, 2, 29, 30, 31]),
      ("0 9 * * Monday", [2, 9, 16, 23, 30]),
    ] as [(String, [Int]?)])
  func `the extensions of Fugit are read`(text: String, days: [Int]?) {
    #expect(Cron(text).map(daysOfMarch) == days)
  }

  @Test func `hours can pass midnight`() {
    #expect(Cron("0 22-2 * * *")?.hours == [22, 23, 0, 1, 2])
  }

  @Test(arguments: [
    ("0 9 * * MON#1 Europe/Oslo", "the time zone 'Europe/Oslo' belongs in 'timezone'"),
    ("0 0 9 * * MON", "it has six fields; seconds and years aren't read"),
    (
      "at nine on every monday morning",
      "of plain English only phrases that begin with 'every' are read"
    ),
    ("daily at 9am", "of plain English only phrases that begin with 'every' are read"),
    (
      "9 in the morning every day",
      "of plain English only phrases that begin with 'every' are read"
    ),
    ("0 25 * * *", "'25' is no hour: expected numbers from 0 to 23, ranges and steps"),
    (
      "0 9 * * mon#7",
      "'mon#7' is no day of the week: the place of a day is 1 to 5, or -1 for the last"
    ),
  ])
  func `the part that isn't read is named`(text: String, reason: String) {
    let document =
      "version: 2\nupdates:\n  - {package-ecosystem: npm, directory: /, "
      + "schedule: {interval: cron, cronjob: \"\(text)\"}}\n"
    let found = check(
      SourceText(file: "dependabot.yml", document), ecosystems: ecosystems, as: .repository)
    #expect(found.map(\.message).contains { $0.hasSuffix("found '\(text)': \(reason)") })
  }

  @Test(arguments: [
    ("0 0 30 2 *", false), ("0 0 31 4,6,9,11 *", false), ("0 0 31 2 */2", false),
    ("0 0 29 2 *", true), ("0 0 31 4,5 *", true), ("0 0 30,1 2 *", true), ("0 0 30 2 mon", true),
    ("0 0 */30 2 *", true),
  ])
  func `a schedule is accepted if a month has one of its days`(text: String, hasDates: Bool) throws
  {
    let document =
      "version: 2\nupdates:\n  - {package-ecosystem: npm, directory: /, "
      + "schedule: {interval: cron, cronjob: \"\(text)\"}}\n"
    let found = check(
      SourceText(file: "dependabot.yml", document), ecosystems: ecosystems, as: .repository)
    #expect(found.contains { $0.message.hasPrefix("this schedule matches no date") } != hasDates)
  }

  @Test(arguments: [
    ("05:30", "05:30"), ("5:30", "05:30"), ("23:59", "23:59"), ("24:00", nil), ("12:60", nil),
    ("12", nil), ("1:2", nil), ("+1:00", nil), ("12:00:00", nil),
  ])
  func `times of day are hours and minutes`(text: String, expected: String?) {
    #expect(TimeOfDay(text)?.description == expected)
  }

  @Test(arguments: [
    ("90s", 90), ("30m", 1800), ("1h30m", 5400), ("2d", 172_800), ("", nil), ("30", nil),
    ("m", nil), ("30m1h", nil), ("0s", nil), ("1m1m", nil), ("367d", nil), ("-5m", nil),
    ("99999999999999999999d", nil),
  ])
  func `durations are numbers with units`(text: String, expected: Int?) {
    #expect(TimeSpan(text)?.seconds == expected)
  }

  @Test(arguments: [
    (":8080", "0.0.0.0:8080"), ("[::1]:80", "[::1]:80"), ("localhost:0", "localhost:0"),
    ("*:8080", nil), ("a b:80", nil), ("::1:80", nil), ("a", nil), ("a:x", nil), ("a:65536", nil),
    ("a/b:1", nil), ("a:-1", nil),
  ])
  func `addresses are a host and a port`(text: String, expected: String?) {
    #expect(ListenAddress(text)?.description == expected)
  }
}
