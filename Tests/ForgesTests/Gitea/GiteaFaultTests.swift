import JSON
import TestSupport
import Testing

@testable import Forges

/// Every write of a pull request's life, each with every fault that an answer can have.
@Suite(.serialized, .needsFakeHost) struct `A fault of Gitea` {
  @Test(arguments: [
    "git:git-receive-pack", "repoCreatePullRequest", "issueCreateLabel", "issueAddLabel",
    "issueCreateComment", "issuePostCommentReaction", "repoEditPullRequest", "repoMergePullRequest",
  ])
  func `a fault loses nothing and duplicates nothing`(operation: String) async throws {
    let faults = WriteFaults(program: "faketea", connect: { try $0.gitea() }, hasLimits: true)
    try await faults.inject(into: operation) { forge, number, web in
      let labels = try #require(forge.labelling)
      _ = try await labels.createLabel(Label(name: "dependencies"), in: web)
      try await labels.addLabels(["dependencies"], to: number, in: web)
      let comment = try await forge.comment("Hello", on: number, in: web)
      try await forge.reactions?.react(.thumbsUp, to: comment.id, on: number, in: web)
    } lack: { state in
      let pull = state["prs"]?.array?.first
      if pull?["labels"] != ["dependencies"] { return "labels \(pull?["labels"] ?? .null)" }
      let labels = state["labels"]?.array?.count { $0 == "dependencies" }
      if labels != 1 { return "\(labels ?? 0) labels" }
      let reactions = pull?["comments"]?.array?.first?["reactions"]?.array
      return reactions?.count == 1 ? nil : "reactions"
    }
  }
}
