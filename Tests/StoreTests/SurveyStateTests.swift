import Forges
import Store
import TestSupport
import Testing

private let app: RepositoryID = "hub/acme/app"

extension StateStore {
  /// The state of the only repository, after it was surveyed.
  fileprivate func state() async throws -> SurveyState? {
    try await save([SurveyedRepository(name: app.name, head: nil, mark: "m")], of: "hub")
    return try await surveyStates(forge: "hub")[app.name]
  }

  fileprivate func save(pullRequest state: PullRequestRecord.State) async throws {
    try await save(
      PullRequestRecord(
        key: "k", repository: app, number: 1, branch: "b", head: "h", base: "main", digest: "d",
        versions: [:], state: state, updatedAt: 1))
  }
}

@Suite struct `The state of a surveyed repository` {
  @Test(arguments: DatabaseKind.present)
  func `shows whether martlet waits for what happens to a pull request`(
    kind: DatabaseKind
  ) async throws {
    let store = try await kind.store()
    #expect(try await store.state()?.hasPullRequests == false)
    for (state, isWaiting) in [
      (PullRequestRecord.State.open, true), (.merged, false), (.declined, true), (.closed, false),
    ] {
      try await store.save(pullRequest: state)
      #expect(try await store.state()?.hasPullRequests == isWaiting, "\(state)")
    }
    try await store.save(OnboardingRecord(.open, number: 2, begunAt: 1), of: app)
    #expect(try await store.state()?.hasPullRequests == true)
    try await store.save(OnboardingRecord(.done, number: 2, begunAt: 1), of: app)
    #expect(try await store.state()?.hasPullRequests == false)
    try await store.save(
      DeclinedVersions(repository: app, number: 1, key: "k", versions: ["a": "1"]))
    #expect(try await store.state()?.hasPullRequests == true)
  }

  @Test(arguments: DatabaseKind.present)
  func `makes a pass read a green pull request again if the mark has changed`(
    kind: DatabaseKind
  ) async throws {
    let store = try await kind.store()
    _ = try await store.state()
    try await store.save(pullRequest: .open)
    var green = VerdictRecord(key: "k", repository: app, number: 1, head: "h", since: 1)
    (green.verdict, green.isFinal, green.checkedAt) = (.passed, true, 2)
    try await store.save(green)
    for (mark, isRead) in [("m", false), ("n", true)] {
      try await store.save([SurveyedRepository(name: app.name, head: nil, mark: mark)], of: "hub")
      let verdict = try #require(try await store.verdicts(of: app).first)
      #expect(verdict.hasNews == isRead, "\(mark)")
    }
  }

  @Test(arguments: DatabaseKind.present)
  func `shows whether martlet has an issue`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.save(OwnIssue(.dashboard), of: app)
    #expect(try await store.state()?.hasIssues == false)
    try await store.save(OwnIssue(.dashboard, number: 3), of: app)
    #expect(try await store.state()?.hasIssues == true)
  }

  @Test func `is shown by a survey that shows all that martlet has there`() {
    let all = SurveyedRepository(name: app.name, head: nil, mark: "m")
    var issues = all
    issues.shown = [.issues]
    var state = SurveyState(repository: app, mark: "m", visited: "m", isPlanned: true)
    var nothing = all
    nothing.shown = []
    #expect(state.isShown(by: nothing))
    state.hasIssues = true
    #expect(!state.isShown(by: nothing) && state.isShown(by: issues))
    state.hasPullRequests = true
    #expect(!state.isShown(by: issues) && state.isShown(by: all))
  }
}
