import Configuration
import Ecosystem

/// An advisory that an update puts an end to.
package struct Fix: Hashable, Sendable {
  /// The dependency that was hit.
  package var dependency: String
  /// What hit it.
  package var alert: Alert

  /// Joins a dependency with what hit it.
  package init(dependency: String, alert: Alert) {
    self.dependency = dependency
    self.alert = alert
  }
}

extension Outlook {
  /// The locked versions that nothing hits.
  var healthyVersions: Set<String> {
    Set(dependency.versions).subtracting(alerts.flatMap(\.hits))
  }

  /// The advisories that hit none of the versions which a lock then has of the dependency.
  func fixes(leaving versions: [String]) -> [Fix] {
    alerts.filter { $0.safe.isSuperset(of: versions) }
      .map { Fix(dependency: dependency.name, alert: $0) }
  }
}

extension PartResolution {
  /// The advisories that a change puts an end to: what hits any copy that stays is not among them.
  func fixes(of change: Ecosystem.Change) async throws(Problem) -> [Fix] {
    let moved = Set(change.moves.map(\.name))
    let hit = outlooks.filter { !$0.alerts.isEmpty && moved.contains($0.dependency.name) }
    guard !hit.isEmpty else { return [] }
    let after = try await site.ecosystem.open(
      site.project, in: tree.changed(by: change.files)
    ).dependencies()
    return hit.flatMap { outlook in
      let left = after.filter { $0.name == outlook.dependency.name }
      return outlook.fixes(leaving: left.flatMap(\.versions))
    }
  }

  /// Says of a security update that leaves a copy as vulnerable as it is why it is none.
  func unended(_ choices: [Choice], by part: Update.Part) -> Problem? {
    let open = choices.first { choice in
      choice.member.outlook.purpose == .securityUpdates && !part.ends(choice)
    }
    return open.map { choice in
      Problem(
        .unsolvable, "leaves a copy that is hit",
        subject: "\(choice.member.name)@\(choice.release.version)")
    }
  }
}

extension Update.Part {
  /// Whether nothing that hit a dependency does so afterwards.
  func ends(_ choice: PartResolution.Choice) -> Bool {
    let outlook = choice.member.outlook
    let ended = Set(fixes.filter { $0.dependency == outlook.dependency.name }.map(\.alert.id))
    return outlook.alerts.allSatisfy { ended.contains($0.id) }
  }
}

extension Update {
  /// The advisories that it puts an end to, each once.
  package var fixes: [Fix] { parts.flatMap(\.fixes).unique }
}
