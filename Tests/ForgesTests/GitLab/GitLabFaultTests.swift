import JSON
import TestSupport
import Testing

@testable import Forges

/// Every write of a merge request's life, each with every fault that an answer can have.
@Suite(.serialized, .needsFakeHost) struct `A fault of GitLab` {
  @Test(arguments: [
    "git:git-receive-pack", "postApiV4ProjectsIdMergeRequests",
    "putApiV4ProjectsIdMergeRequestsMergeRequestIid",
    "putApiV4ProjectsIdMergeRequestsMergeRequestIidMerge",
  ])
  func `a fault loses nothing and duplicates nothing`(operation: String) async throws {
    let faults = WriteFaults(program: "fakelab", connect: { try $0.gitLab() }, hasLimits: true)
    try await faults.inject(into: operation) { forge, number, web in
      let labels = try #require(forge.labelling)
      _ = try await labels.createLabel(Label(name: "dependencies"), in: web)
      try await labels.addLabels(["dependencies"], to: number, in: web)
      _ = try await forge.comment("Hello", on: number, in: web)
    } lack: { state in
      let labels = state["prs"]?.array?.first?["labels"]
      return labels == ["dependencies"] ? nil : "labels \(labels ?? .null)"
    }
  }
}
