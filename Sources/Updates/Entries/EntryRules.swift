import Configuration
import Ecosystem

extension Entry {
  /// The rules that match a dependency.
  func rules(for dependency: Dependency) -> [PackageRule] {
    let names = dependency.aliases.map(\.name)
    return rules.filter { $0.matches(names) }
  }

  /// Returns the updates of a dependency that are due, by the last rule that matches and has a
  /// schedule, or otherwise by the entry.
  func due(for dependency: Dependency) -> DueUpdates {
    let names = dependency.aliases.map(\.name)
    let scheduled = rules.filter { $0.schedule != nil }
    // Without a schedule, as in `run`, everything is due.
    let all = Array(zip(scheduled, dueByRule))
    return all.last { $0.0.matches(names) }?.1 ?? due
  }

  /// Whether any update can be due.
  var hasDueUpdates: Bool { due != .nothing || dueByRule.contains { $0 != .nothing } }
}
