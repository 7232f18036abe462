import JSON
import TestSupport
import Testing

@testable import Forges

/// Every write of a pull request's life, each with every fault that an answer can have.
@Suite(.serialized, .needsFakeHost) struct `A fault of Bitbucket` {
  @Test(arguments: [
    "git:git-receive-pack", "pull-request-create", "comment-create", "comment-update",
    "pull-request-update", "pull-request-decline", "pull-request-reopen", "pull-request-merge",
  ])
  func `a fault loses nothing and duplicates nothing`(operation: String) async throws {
    let faults = WriteFaults(
      program: "fakebucket", connect: { try $0.bitbucket() }, hasLimits: false)
    try await faults.inject(into: operation) { forge, number, web in
      let comment = try await forge.comment("Hello", on: number, in: web)
      try await forge.updateComment(comment.id, on: number, to: "Hello again", in: web)
      for isOpen in [false, true] {
        _ = try await forge.update(number, PullRequestEdit(isOpen: isOpen), in: web)
      }
    } lack: { state in
      let comment = state["prs"]?.array?.first?["comments"]?.array?.first
      return comment?["body"] == "Hello again" ? nil : "the comment was not edited"
    }
  }
}
