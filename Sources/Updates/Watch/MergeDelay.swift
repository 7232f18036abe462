package import Configuration
package import Time

/// Why a pull request that may be merged isn't merged now.
package enum MergeDelay: Hashable, Sendable {
  /// No merges in this range of days.
  case frozen(DayRange)
  /// The schedule doesn't allow merges before this time; nil: never.
  case outsideSchedule(until: Timestamp?)
  /// A version is younger than the minimum age until this time.
  case tooYoung(until: Timestamp)
  /// The age of a version isn't known.
  case unknownAge
  /// Results in other repositories are missing or speak against it.
  case evidence(String)
  /// The rules of this time zone aren't known.
  case unknownZone(String)
}

extension MergeDelay: CustomStringConvertible {
  /// The text that reports and pages show.
  package var description: String {
    switch self {
    case .frozen(let range): "'automerge' allows no merges on \(range)"
    case .outsideSchedule(let time?):
      "'automerge' allows merges from \(time.wholeSecond.rfc3339) on"
    case .outsideSchedule(nil): "the schedule of 'automerge' never allows a merge"
    case .tooYoung(let time):
      "its versions have the minimum age of 'automerge' at \(time.wholeSecond.rfc3339)"
    case .unknownAge: "'automerge' has a minimum age, and the age of a version isn't known"
    case .evidence(let reason): reason
    case .unknownZone(let name): "the time zone '\(name)' of 'automerge' isn't known here"
    }
  }

  /// When it can end without an event on the forge; nil: not known.
  var end: Timestamp? {
    switch self {
    case .outsideSchedule(let time): time
    case .tooYoung(let time): time
    case .frozen, .unknownAge, .evidence, .unknownZone: nil
    }
  }
}

extension WatchRules {
  /// Finds a setting that delays a merge.
  ///
  /// Of several dependencies, the settings of each have to allow the merge.
  ///
  /// - Parameters:
  ///   - steps: in the format of `Update.steps`.
  ///   - now: the current time.
  ///   - calendar: local times.
  /// - Returns: nil if no setting delays it.
  func delay(_ steps: String, now: Timestamp, _ calendar: MergeCalendar) -> MergeDelay? {
    for (word, settings) in chosen(steps) {
      if let found = settings.delay(of: word, now: now, calendar) { return found }
    }
    return nil
  }

  /// Whether merges depend on the time, so that the forge can't merge them later by itself.
  func isTimed(_ steps: String) -> Bool {
    chosen(steps).contains {
      $0.settings.schedule != nil || !$0.settings.except.isEmpty || $0.settings.evidence != nil
    }
  }

  /// The results in other repositories that a merge needs: the strictest of its updates; nil: none.
  func evidence(for steps: String) -> EvidenceRequirement? {
    let all = chosen(steps).compactMap(\.settings.evidence)
    guard var strictest = all.first else { return nil }
    strictest.green = all.map(\.green).max() ?? strictest.green
    strictest.red = all.map(\.red).min() ?? strictest.red
    return strictest
  }
}

extension Automerge {
  fileprivate func delay(
    of word: StepWord, now: Timestamp, _ calendar: MergeCalendar
  ) -> MergeDelay? {
    if !except.isEmpty {
      let zone = schedule?.timezone ?? "UTC"
      guard let today = calendar.day(zone, now) else { return .unknownZone(zone) }
      if let range = except.first(where: { $0.contains(today) }) { return .frozen(range) }
    }
    if let schedule {
      switch calendar.window(schedule, now) {
      case .open: break
      case .closed(let time): return .outsideSchedule(until: time)
      case .unknownZone(let name): return .unknownZone(name)
      }
    }
    guard let minAge else { return nil }
    guard let published = word.published else { return .unknownAge }
    let end = published + .seconds(minAge.seconds)
    return end > now ? .tooYoung(until: end) : nil
  }
}
