import Time

/// The UTC offset of a time zone at all times.
///
/// Times are in seconds since 1970 in UTC. Local times are counted the same way, as if they were
/// UTC.
package struct ZoneRules: Hashable, Sendable {
  /// A change of the offset.
  package struct Change: Hashable, Sendable {
    /// The time of the change, in seconds since 1970 in UTC.
    var at: Int64
    /// The offset after the change, in seconds.
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

  /// The zone UTC.
  package static let utc = ZoneRules(first: 0, changes: [], rule: nil)

  /// Parses a zone file.
  ///
  /// - Parameter file: the bytes of a TZif file.
  /// - Throws: `ZoneFileError` if the file is invalid.
  package init(file: [UInt8]) throws(ZoneFileError) {
    self = try ZoneFile.rules(in: file)
  }

  /// Returns the offset from UTC at a time, in seconds.
  package func offset(at time: Int64) -> Int { change(at: time)?.offset ?? first }

  /// Returns the last change at or before a time.
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

  /// Returns all changes in a span of time, in order.
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
  /// The times at which the clocks show a local time.
  package enum Moment: Hashable, Sendable {
    /// Usually once.
    ///
    /// If the clocks go back over it, several times, in order.
    case shown([Int64])
    /// Never: the clocks skip it by going forward at this time.
    case skipped(Int64)
  }

  /// Returns the times at which the clocks of the zone show a local time.
  ///
  /// - Parameter local: a local time in seconds since 1970.
  /// - Returns: times in UTC.
  package func moment(showing local: Int64) -> Moment {
    let (start, end) = (local - ZoneRules.offsetLimit, local + ZoneRules.offsetLimit)
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
  /// The bound on offsets: 27 hours in seconds.
  private static let offsetLimit: Int64 = 97_200

  /// Returns the offset of a day if the clocks do not change on it or near it.
  func steadyOffset(around day: CivilDay) -> Int? {
    let start = Int64(day.number) * 86_400 - ZoneRules.offsetLimit
    let end = start + 86_400 + 2 * ZoneRules.offsetLimit
    return changes(from: start, through: end).isEmpty ? offset(at: start) : nil
  }
}

extension RandomAccessCollection {
  /// Finds the first index that passes, if all elements that pass come after all that do not.
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
