import JSON
import TestSupport
import Testing

@testable import Forges

/// Every write of a pull request's life, each with every fault that an answer can have.
@Suite(.serialized, .needsFakeHost) struct `A fault of Azure DevOps` {
  /// Changes of a pull request are one operation: its end, its opening, a text, its completion.
  private static let writes: [(operation: String, skip: Int)] =
    [
      ("git:git-receive-pack", 0), ("pull-request-create", 0), ("thread-create", 0),
      ("comment-update", 0),
    ] + (0..<4).map { ("pull-request-update", $0) }

  @Test(arguments: writes)
  func `a fault loses nothing and duplicates nothing`(
    operation: String, skip: Int
  ) async throws {
    let faults = WriteFaults(program: "fakeazure", connect: { try $0.azure() }, hasLimits: false)
    try await faults.inject(into: operation, after: skip) { forge, number, web in
      let comment = try await forge.comment("Hello", on: number, in: web)
      try await forge.updateComment(comment.id, on: number, to: "Hello again", in: web)
      for isOpen in [false, true] {
        _ = try await forge.update(number, PullRequestEdit(isOpen: isOpen), in: web)
      }
    } lack: { state in
      let body = state["prs"]?.array?.first?["comments"]?.array?.first?["body"]
      return body == "Hello again" ? nil : "the comment was not edited"
    }
  }
}
