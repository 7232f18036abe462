/// How a place's clocks stand to Greenwich's at all times.
///
/// Times are seconds since 1970 in UTC; local times are counted the same way, as if the place were
/// Greenwich.
package struct ZoneRules: Hashable, Sendable {
  /// The clocks go to another offset.
  package struct Change: Hashable, Sendable {
    /// Seconds since 1970 in UTC.
    var at: Int64
    /// Seconds east of Greenwich from then on.
    var offset: Int
  }

  private let first: Int
  private let changes: [Change]
  private let rule: PosixRule?

  init(first: Int, changes: [Change], rule: PosixRule?) {
    self.first = first
    self.changes = changes
    self.rule = rule
  }

  /// Greenwich itself.
  package static let utc = ZoneRules(first: 0, changes: [], rule: nil)

  /// Reads a file of the system's time zones.
  ///
  /// - Parameter file: the bytes of a TZif file.
  /// - Throws: `ZoneFileError` where it is none.
  package init(file: [UInt8]) throws(ZoneFileError) {
    self = try ZoneFile.rules(in: file)
  }

  /// Seconds east of Greenwich at a time.
  package func offset(at time: Int64) -> Int { change(at: time)?.offset ?? first }

  /// The last change at or before a time.
  private func change(at time: Int64) -> Change? {
    if let last = changes.last, time < last.at {
      let after = changes.partitioningIndex { $0.at > time }
      return after == 0 ? nil : changes[after - 1]
    }
    guard let rule else { return changes.last }
    guard rule.saving != nil else {
      return Change(at: changes.last?.at ?? .min, offset: rule.offset)
    }
    let year = CivilDay(number: Int(time.floorDivided(by: 86_400))).date.year
    let recent = (year - 1...year + 1).flatMap(rule.changes).last { $0.at <= time }
    return recent ?? changes.last
  }

  /// All changes in a span of time, in order.
  private func changes(from start: Int64, through end: Int64) -> [Change] {
    let lower = changes.partitioningIndex { $0.at >= start }
    let listed = changes[lower...].prefix { $0.at <= end }
    guard let rule, rule.saving != nil, end > changes.last?.at ?? .min else { return Array(listed) }
    let years = [start, end].map { CivilDay(number: Int($0.floorDivided(by: 86_400))).date.year }
    let ruled = (years[0] - 1...years[1] + 1).flatMap(rule.changes).filter {
      $0.at > changes.last?.at ?? .min && start...end ~= $0.at
    }
    return listed + ruled
  }
}

extension ZoneRules {
  /// When a clock shows a time.
  package enum Moment: Hashable, Sendable {
    /// Once, or where clocks go back over it, several times, in order.
    case shown([Int64])
    /// Never: clocks go forward over it at this time.
    case skipped(Int64)
  }

  /// When the clocks of the place show a local time.
  ///
  /// - Parameter local: seconds since 1970 on the clocks of the place.
  /// - Returns: times in UTC.
  package func moment(showing local: Int64) -> Moment {
    let (start, end) = (local - ZoneRules.farthest, local + ZoneRules.farthest)
    var shown: [Int64] = []
    var skipped: Int64?
    var from = Int64.min
    var offset = offset(at: start)
    for change in changes(from: start, through: end) + [Change(at: .max, offset: 0)] {
      let time = local - Int64(offset)
      if from <= time && time < change.at { shown.append(time) }
      if change.at < .max && change.at <= time && local - Int64(change.offset) < change.at {
        skipped = skipped ?? change.at
      }
      (from, offset) = (change.at, change.offset)
    }
    return shown.isEmpty ? .skipped(skipped ?? local) : .shown(shown)
  }
}

extension ZoneRules {
  /// No offset is as large as 27 hours.
  private static let farthest: Int64 = 97_200

  /// The offset of a day on which the clocks do not change, nor anywhere near it.
  func steadyOffset(around day: CivilDay) -> Int? {
    let start = Int64(day.number) * 86_400 - ZoneRules.farthest
    let end = start + 86_400 + 2 * ZoneRules.farthest
    return changes(from: start, through: end).isEmpty ? offset(at: start) : nil
  }
}

extension RandomAccessCollection {
  /// The first index whose element passes, where all that pass follow all that do not.
  func partitioningIndex(where passes: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if passes(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
