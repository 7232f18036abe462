import Forges
import Store
import Synchronization
import Testing
import TestSupport
import Time

/// Changes in the very second of the last list, whose times are equal.
@Suite struct `A change in the moment of the last list` {
  private func opened() async throws -> Scene {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    // The second pass reads the list.
    for _ in 1...2 { try await scene.run() }
    return scene
  }

  @Test func `is seen if a person closes the pull request`() async throws {
    let scene = try await opened()
    try await scene.close(1)
    let lines = try await scene.run()
    #expect(lines.contains { $0.contains("was declined when #1 was closed") }, "\(lines)")
    #expect(try await scene.records().map(\.state) == [.declined])
  }

  @Test func `is seen if the pull request is merged`() async throws {
    let scene = try await opened()
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.records().map(\.state) == [.merged])
  }

  @Test func `is seen if the forge doesn't count comments`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try scene.settings(#"{"permissions": {"ann": "write"}}"#)
    scene.forgeOfPasses.withLock {
      $0 = { FaultyForge(inner: $0, kill: Kill(at: nil), countsComments: false) }
    }
    for _ in 1...2 { try await scene.run() }
    for words in ["hello", "@martlet close"] {
      _ = try await scene.forge(as: "ann").comment(words, on: 1, in: scene.repository)
      try await scene.run()
    }
    #expect(try await scene.pullRequests().map(\.state) == [.closed])
  }
}
