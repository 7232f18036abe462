import Git
import Synchronization
import Testing

/// A client that responds from a table and records the requests.
private final class Script: Sendable {
  private let asked = Mutex<[String]>([])
  let answers: [String: [Reference]]

  init(_ answers: [String: [Reference]]) { self.answers = answers }

  var log: [String] { asked.withLock(\.self) }

  var client: Client {
    Client(
      references: { (remote) throws(GitError) in
        self.asked.withLock { $0.append(remote) }
        try? await Task.sleep(for: .milliseconds(5))
        guard let answer = self.answers[remote] else {
          throw GitError(.notFound, subject: remote, detail: "no")
        }
        return answer
      }, files: { (_, _, _) throws(GitError) in [:] })
  }
}

private let tag = Reference(name: "refs/tags/1.0.0", commit: String(repeating: "a", count: 40))

@Suite struct `A caching client` {
  @Test func `sends one request, also for concurrent callers`() async throws {
    let script = Script(["r": [tag]])
    let client = script.client.cachingReferences()
    try await withThrowingTaskGroup(of: [Reference].self) { group in
      for _ in 0..<20 { group.addTask { try await client.references("r") } }
      for try await answer in group { #expect(answer == [tag]) }
    }
    #expect(script.log == ["r"])
  }

  @Test func `sends another request after a failure`() async {
    let script = Script([:])
    let client = script.client.cachingReferences()
    for _ in 0..<2 {
      await #expect(throws: GitError.self) { try await client.references("gone") }
    }
    #expect(script.log == ["gone", "gone"])
  }
}

@Suite struct `A mirrored client` {
  @Test func `uses the mirror, and its errors name the original`() async throws {
    let script = Script(["file:///mirror/a": [tag]])
    let client = script.client.mirrored {
      $0.replacing("https://example.com/", with: "file:///mirror/")
    }
    #expect(try await client.references("https://example.com/a") == [tag])
    let error = await #expect(throws: GitError.self) {
      try await client.references("https://example.com/b")
    }
    #expect(error?.subject == "https://example.com/b")
    #expect(error?.detail == "no (mirror: file:///mirror/b)")
  }
}
