package import Configuration
import Ecosystem

/// An entry of a repository's file with its schedule.
package struct EntrySchedule: Hashable, Sendable {
  /// Identifies the entry in the file: its ecosystem, directories and target.
  package var entry: String
  /// The schedule of the entry, or of its multi-ecosystem group.
  package var schedule: Schedule
  /// The base branch; empty for the default branch.
  package var target: String

  /// Creates the schedule of an entry.
  package init(_ entry: UpdateEntry, in file: RepositoryFile) {
    let ecosystem = entry.ecosystem?.word ?? "*"
    let directories = entry.directories.map(\.text).joined(separator: ",")
    let group = entry.multiEcosystemGroup.map { " \($0)" } ?? ""
    target = entry.targetBranch ?? ""
    self.entry = "\(ecosystem) \(directories)\(target.isEmpty ? "" : " \(target)")\(group)"
    schedule = file.schedule(of: entry)
  }

  /// Returns the schedules of an entry: its own, those of its rules that have one, and that of its
  /// lock file maintenance.
  package static func all(of entry: UpdateEntry, in file: RepositoryFile) -> [EntrySchedule] {
    let own = EntrySchedule(entry, in: file)
    let rules = entry.rules.compactMap { rule in
      rule.schedule.map { schedule in
        var other = own
        other.entry += " rule " + rule.match.description
        other.schedule = schedule
        return other
      }
    }
    let maintenance = entry.lockMaintenance?.schedule.map { schedule in
      var other = own
      other.entry += " lock-file-maintenance"
      other.schedule = schedule
      return other
    }
    return [own] + rules + [maintenance].compactMap(\.self)
  }

  /// The schedule as text; different schedules have different texts.
  var scheduleText: String {
    let parts: [String?] = [
      schedule.interval.rawValue, schedule.interval == .weekly ? schedule.day.rawValue : nil,
      schedule.time?.description, schedule.cron?.description, schedule.timezone,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
