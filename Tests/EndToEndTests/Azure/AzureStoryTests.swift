import Foundation
import JSON
import TestSupport
import Testing

/// Pull requests on Azure DevOps, where it differs from other hosts, by the whole program.
@Suite(.needsFakeHost, .serialized)
struct `A pull request on Azure DevOps` {
  @Test func `has its markers in definitions of links`() async throws {
    let scene = try await HostScene(.azure)
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(
      body.hasSuffix(")\n") && body.contains("\n[//]: # (martlet: swift / dependency aster |"))
    try await scene.report("build", "failure")
    try await scene.run()
    let comment = try await scene.pull()["comments"]?.array?.first?["body"]?.string ?? ""
    #expect(comment.hasPrefix("[//]: # (martlet-ci)\n\n**CI failed**"), "\(comment)")
    #expect(!comment.contains("label"))
    try await scene.say("@martlet ignore this dependency")
    try await scene.run()
    let texts = try await scene.pull()["comments"]?.array?.compactMap { $0["body"]?.string } ?? []
    #expect(texts.count > 1 && !texts.contains { $0.contains("<!--") }, "\(texts)")
    try await scene.expectOrder()
  }

  @Test func `costs few requests`() async throws {
    let scene = try await HostScene(.azure, "", protection: ["contexts": []])
    let start = try await scene.requests()
    try await scene.run()
    let first = try await scene.requests() - start
    let before = try await scene.requests()
    try await scene.run()
    let unchanged = try await scene.requests() - before
    // A new verdict, which no comment has to say.
    try await scene.report("build", "success")
    let greenStart = try await scene.requests()
    try await scene.run()
    let green = try await scene.requests() - greenStart
    try await scene.act([("merge", "squash")])
    for _ in 0..<2 { try await scene.run() }
    let idleStart = try await scene.requests()
    try await scene.run()
    let idle = try await scene.requests() - idleStart
    let libraries = Dictionary(
      uniqueKeysWithValues: ["aster", "borage", "clover"].map { ($0, ["1.0.0", "1.1.0"]) })
    let three = try await HostScene(
      .azure, "", libraries: libraries, protection: ["contexts": []])
    let threeStart = try await three.requests()
    try await three.run()
    #expect(try await three.requests() - threeStart == first + 2)
    // Two of each are for the account and the list of repositories.
    #expect(first - 2 <= 10 && unchanged - 2 <= 13, "\(first) \(unchanged)")
    #expect(green - 2 <= 11 && idle - 2 <= 1, "\(green) \(idle)")
    try await scene.expectOrder()
  }

  @Test func `fits into a short description, with its table and marker`() async throws {
    let scene = try await HostScene(.azure, "")
    let notes = (1...400).map { "- Change \($0) of a long list" }.joined(separator: "\n")
    try await scene.releaseNotes(notes)
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.count <= 4_000 && body.contains("1.2.0") && body.contains("[//]: # (martlet"))
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }
}
