package import Forges
import Logging
package import Store
package import Time
import Updates

/// What a survey means for the queue, without side effects.
package struct SurveyPlan: Sendable {
  /// The scheduled visits that move, with their present times.
  package var times: [RepositoryName: (from: Timestamp, to: Timestamp)] = [:]
  /// The number of repositories whose visit would find nothing.
  package var idle = 0
  /// The number of repositories that changed since their last visit.
  package var changed = 0

  /// Compares a survey with the last visits.
  ///
  /// The visit of an idle repository moves to the time when an entry is due, and at the latest behind
  /// the next survey. That of a changed one is due now.
  ///
  /// - Parameters:
  ///   - found: the survey.
  ///   - states: the stored states of the repositories.
  ///   - sweep: the interval of surveys.
  ///   - now: the current time.
  package init(
    _ found: [SurveyedRepository], _ states: [RepositoryName: SurveyState], sweep: Duration,
    now: Timestamp
  ) {
    for survey in found {
      guard let state = states[survey.name], let dueAt = state.dueAt, !state.visited.isEmpty else {
        continue
      }
      if state.visited != survey.mark {
        changed += 1
        if dueAt > now { times[survey.name] = (dueAt, now) }
      } else if state.isIdle(by: survey.mark, now: now) {
        idle += 1
        // Not all at once, in case that the next survey fails.
        let spread = Jitter.delay(for: "\(state.repository)", below: sweep / 20)
        let latest = [now + sweep + sweep / 20 + spread, state.entryDueAt, state.lookAgainAt]
        guard let next = latest.compactMap(\.self).min(), next > dueAt else { continue }
        times[survey.name] = (dueAt, next)
      }
    }
  }
}

/// Finds out at once which repositories of a forge have changed, so that idle ones aren't visited.
struct FleetSurveyor: Sendable {
  let store: StateStore
  let clock: WallClock
  let sweep: Duration
  let log: Logger

  /// Surveys repositories and plans their visits.
  ///
  /// A survey that fails changes nothing: the visits find out by themselves.
  func survey(_ names: [RepositoryName], of forge: ServedForge) async {
    guard forge.surveys(names) else { return }
    do {
      let worker = "\(Worker.current)"
      guard
        try await store.take(
          role: "survey \(forge.name)", by: worker, now: clock.now(), for: sweep * 9 / 10)
      else { return }
      let (found, states) = try await forge.survey(names, storedIn: store)
      let plan = SurveyPlan(found, states, sweep: sweep, now: clock.now())
      try await store.reschedule(plan.times, of: forge.name)
      log.info(
        "surveyed the repositories",
        [
          "forge": forge.name, "repositories": "\(found.count)", "idle": "\(plan.idle)",
          "changed": "\(plan.changed)",
        ])
    } catch {
      guard !Task.isCancelled else { return }
      log.warning(
        "the repositories cannot be surveyed; each is visited",
        ["forge": forge.name, "error": (error as? ForgeError)?.message ?? "\(error)"])
    }
  }
}

extension ServedForge {
  /// Whether repositories are surveyed: the visits of fewer than ten cost less than a survey.
  package func surveys(_ names: [RepositoryName]) -> Bool { survey != nil && names.count >= 10 }

  /// Surveys repositories and stores what was found.
  ///
  /// - Returns: the survey without the repositories in which martlet has something that it doesn't show,
  ///   and the stored states of all repositories of the forge.
  package func survey(
    _ names: [RepositoryName], storedIn store: StateStore
  ) async throws -> (found: [SurveyedRepository], states: [RepositoryName: SurveyState]) {
    let found = try await survey?(names) ?? []
    try await store.save(found, of: name)
    let states = try await store.surveyStates(forge: name)
    return (found.filter { states[$0.name]?.isShown(by: $0) ?? false }, states)
  }
}
