import JSON
import TestSupport
import Testing

/// What only pull requests on a fake Bitbucket Data Center have, by the whole program.
@Suite(.needsFakeHost, .serialized)
struct `A pull request on Bitbucket` {
  @Test func `has marks that the host doesn't show, and no label`() async throws {
    let scene = try await HostScene(
      .bitbucket, "groups: {birds: {patterns: [\"*\"]}}",
      libraries: ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]])
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.hasSuffix(")\n") && body.contains("\n[//]: # (martlet: swift / group birds |"))
    try await scene.report("build", "failure")
    try await scene.say("@martlet show ignored")
    try await scene.run()
    let texts = try await scene.pull()["comments"]?.array?.compactMap { $0["body"]?.string } ?? []
    #expect(texts.contains { $0.hasPrefix("[//]: # (martlet-ci)\n\n**CI failed**") }, "\(texts)")
    #expect(texts.allSatisfy { !$0.contains("label") && !$0.contains("<!--") }, "\(texts)")
    try await scene.expectOrder()
  }

  @Test func `costs few requests`() async throws {
    let scene = try await HostScene(.bitbucket, "", protection: ["contexts": []])
    let start = try await scene.requests()
    try await scene.run()
    let first = try await scene.requests() - start
    let before = try await scene.requests()
    try await scene.run()
    let unchanged = try await scene.requests() - before
    try await scene.act([("merge", "squash")])
    for _ in 0..<2 { try await scene.run() }
    let idleStart = try await scene.requests()
    try await scene.run()
    let idle = try await scene.requests() - idleStart
    let pair = try await HostScene(
      .bitbucket, "", libraries: ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]],
      protection: ["contexts": []])
    let pairStart = try await pair.requests()
    try await pair.run()
    // One more for the second pull request, and one for the default branch of its library.
    #expect(try await pair.requests() - pairStart == first + 2)
    // Five of each are for the account, the list of two repositories and their default branches.
    #expect(first - 5 <= 6 && unchanged - 5 <= 9 && idle - 5 <= 1)
    try await scene.expectOrder()
  }
}
