import Forges
import Service
import Store
import TestSupport
import Testing
import Time

/// The plan for one repository whose survey has the mark `new`, at 1,000 seconds and with a sweep of an
/// hour.
///
///     planned(visited: "new", dueAt: 1_500)
private func planned(
  visited: String, isPlanned: Bool = true, dueAt: Timestamp? = 1_500,
  entryDueAt: Timestamp? = nil, lookAgainAt: Timestamp? = nil
) -> SurveyPlan {
  let name = repositoryNames(["acme/app"])[0]
  let state = SurveyState(
    repository: RepositoryID(forge: "hub", name: name), mark: "new", visited: visited,
    isPlanned: isPlanned, lookAgainAt: lookAgainAt, entryDueAt: entryDueAt, dueAt: dueAt)
  return SurveyPlan(
    [SurveyedRepository(name: name, head: "c0ffee", mark: "new")], [name: state],
    sweep: .seconds(3_600), now: 1_000)
}

extension SurveyPlan {
  /// When the visit is due now; nil: unchanged.
  fileprivate var time: Timestamp? { times.values.first?.to }
}

@Suite struct `After a survey the visit of a repository` {
  @Test func `waits for the next survey if nothing has changed`() {
    let plan = planned(visited: "new")
    #expect(plan.idle == 1)
    // The next survey begins in an hour.
    #expect(plan.time.map { $0 >= 1_000 + 3_780 && $0 <= 1_000 + 3_960 } == true)
  }

  @Test func `also waits if it is due already`() {
    #expect(planned(visited: "new", dueAt: 900).time.map { $0 > 4_600 } == true)
  }

  @Test func `waits for the first entry at most`() {
    #expect(planned(visited: "new", entryDueAt: 2_000).time == 2_000)
    #expect(planned(visited: "new", lookAgainAt: 1_700).time == 1_700)
    // An entry is due, so the repository is not idle.
    #expect(planned(visited: "new", dueAt: 900, entryDueAt: 1_000).idle == 0)
    #expect(planned(visited: "new", dueAt: 900, lookAgainAt: 1_000).time == nil)
  }

  @Test func `is due at once if something has changed`() {
    #expect(planned(visited: "old", dueAt: 900).time == nil)
    let plan = planned(visited: "old")
    #expect(plan.changed == 1)
    #expect(plan.time == 1_000)
  }

  @Test func `stays as it is if the last one left something to look at`() {
    #expect(planned(visited: "").time == nil)
    // A visit that ignored schedules doesn't know when entries are due.
    #expect(planned(visited: "new", isPlanned: false).time == nil)
    // It is under way, or was asked for by an event.
    #expect(planned(visited: "new", dueAt: nil).time == nil)
  }
}
