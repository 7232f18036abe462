import Testing
import Time

@Suite struct `A civil day` {
  @Test func `Days and dates convert in both directions`() {
    var last = CivilDay(number: -800_000)
    for number in stride(from: -799_993, through: 800_000, by: 7) {
      let day = CivilDay(number: number)
      let (year, month, dayOfMonth) = day.date
      #expect(CivilDay(year: year, month: month, day: dayOfMonth) == day)
      #expect(day.weekday == last.weekday)
      last = day
    }
    #expect(CivilDay(year: 1970, month: 1, day: 1).number == 0)
    #expect(CivilDay(year: 2024, month: 2, day: 29).weekday == 4)
  }
}
