package import Configuration
import Ecosystem

/// An entry of a repository's file with the times at which it wants to be looked at.
package struct EntrySchedule: Hashable, Sendable {
  /// What tells the entry from the file's others: ecosystem, directories, target.
  package var entry: String
  /// The multi-ecosystem group's, where the entry is in one.
  package var schedule: Schedule
  /// Empty for the default branch.
  package var target: String

  /// Takes from an entry what planning needs; in a multi-ecosystem group the group's schedule counts.
  package init(_ entry: UpdateEntry, in file: RepositoryFile) {
    let ecosystem = entry.ecosystem?.word ?? "*"
    let directories = entry.directories.map(\.text).joined(separator: ",")
    let group = entry.multiEcosystemGroup.map { " \($0)" } ?? ""
    target = entry.targetBranch ?? ""
    self.entry = "\(ecosystem) \(directories)\(target.isEmpty ? "" : " \(target)")\(group)"
    schedule = file.schedule(of: entry)
  }

  /// The schedule as text, which differs where the schedule does.
  var rhythm: String {
    let parts: [String?] = [
      schedule.interval.rawValue, schedule.interval == .weekly ? schedule.day.rawValue : nil,
      schedule.time?.description, schedule.cron?.description, schedule.timezone,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
