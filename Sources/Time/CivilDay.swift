/// A day of the Gregorian calendar, stored as the number of days since 1970-01-01.
package struct CivilDay: Hashable, Comparable {
  /// Days since 1970-01-01; negative before.
  package let number: Int

  /// Creates the day with a number.
  package init(number: Int) {
    self.number = number
  }

  /// Creates the day of a date.
  ///
  /// A day past the end of the month falls into the next month.
  ///
  /// The calculation uses eras of 400 years that begin in March, so that leap days come last.
  package init(year: Int, month: Int, day: Int) {
    let shifted = month > 2 ? year : year - 1
    let era = shifted.floorDivided(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The start of the day in UTC.
  package var start: Timestamp { Timestamp(seconds: Int64(number) * 86_400) }

  /// The date in the Gregorian calendar.
  package var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      era * 400 + yearOfEra + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// The day of the week; Sunday is 0.
  package var weekday: Int {
    let day = (number + 4) % 7
    return day < 0 ? day + 7 : day
  }

  /// Compares the numbers.
  package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }
}

extension BinaryInteger {
  /// Divides and rounds towards minus infinity, as needed for dates before 1970.
  package func floorDivided(by divisor: Self) -> Self {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest != 0 && (rest < 0) != (divisor < 0) ? quotient - 1 : quotient
  }
}
