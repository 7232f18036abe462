import HTTP
import Testing

@testable import Forges

/// GitHub's merge queue, which only GraphQL reports.
@Suite struct `The merge queue of GitHub` {
  @Test(
    arguments: [
      (#"{"isInMergeQueue": true, "autoMergeRequest": null}"#, true),
      (#"{"isInMergeQueue": false, "autoMergeRequest": {"enabledAt": "2026-01-01"}}"#, true),
      (#"{"isInMergeQueue": false, "autoMergeRequest": null}"#, false),
    ] as [(String, Bool?)])
  func `a pull request is in the queue, waits for it, or was removed`(
    pull: String, isQueued: Bool?
  ) async throws {
    let text = #"{"data": {"repository": {"pullRequest": \#(pull)}}}"#
    #expect(try await queued(text) == isQueued)
  }

  @Test(arguments: [
    #"{"data": {"repository": {"pullRequest": null}}, "errors": [{"message": "no"}]}"#,
    #"{"errors": [{"message": "Field 'isInMergeQueue' doesn't exist on type 'PullRequest'"}]}"#,
  ])
  func `a server without merge queues doesn't say`(text: String) async throws {
    #expect(try await queued(text) == nil)
  }

  private func queued(_ text: String) async throws -> Bool? {
    let gitHub = GitHubScript { _, _ in scripted(200, text) }
    let repository = try #require(RepositoryName("acme/web"))
    let answer = try await gitHub.forge().isQueued(7, in: repository)
    let body = String(decoding: gitHub.requests.first?.body ?? [], as: UTF8.self)
    #expect(gitHub.lines == ["POST /graphql"] && body.contains(#""number":7"#), "\(body)")
    return answer
  }
}
