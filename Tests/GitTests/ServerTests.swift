import Git
import Logging
import Synchronization
import Testing

@Suite struct `A git server that hangs` {
  @Test func `a hung server costs only the deadline`() async throws {
    let shop = try Workshop()
    let server = try LoopbackServer(answer: nil)
    // The server never answers: only the deadline can end this.
    #expect(
      await code(shop.remotes(deadline: .milliseconds(300)), server.url) == .timedOut)
  }

  @Test func `hung calls never use more threads than allowed`() async throws {
    let shop = try Workshop()
    let server = try LoopbackServer(answer: nil)
    let remotes = shop.remotes(deadline: .milliseconds(300), threads: Threads(limit: 2))
    let url = server.url
    let codes = await withTaskGroup(of: GitError.Code?.self) { group in
      for _ in 0..<8 { group.addTask { await code(remotes, url) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == Array(repeating: .timedOut, count: 8))
    #expect(server.connections <= 2)
  }

  @Test func `a canceled call returns immediately`() async throws {
    let shop = try Workshop()
    let server = try LoopbackServer(answer: nil)
    let remotes = shop.remotes(deadline: .seconds(60))
    let url = server.url
    let task = Task { await code(remotes, url) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a rejected credential is not sent again`() async throws {
    let shop = try Workshop()
    let server = try LoopbackServer(
      answer: "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
    let asked = Mutex(0)
    let remotes = shop.remotes { _ in
      asked.withLock { $0 += 1 }
      return .password(user: "u", Secret("p"))
    }
    #expect(await code(remotes, server.url) == .unauthorized)
    #expect(asked.withLock { $0 } == 1)
    #expect(server.requests <= 3)
  }

  @Test(arguments: [(404, GitError.Code.notFound), (403, .unauthorized), (500, .unreachable)])
  func `statuses of servers are mapped to codes`(status: Int, expected: GitError.Code) async throws
  {
    let shop = try Workshop()
    let server = try LoopbackServer(
      answer: "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")
    #expect(await code(shop.remotes(), server.url) == expected)
  }

  @Test func `an HTML page is not a list of references`() async throws {
    let shop = try Workshop()
    let server = try LoopbackServer(
      answer: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>")
    #expect(await code(shop.remotes(), server.url) != nil)
  }

  @Test func `a redirect never leads to another host`() async throws {
    let shop = try Workshop()
    let other = try LoopbackServer(answer: "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")
    let elsewhere = other.url.replacing("127.0.0.1", with: "localhost")
    let server = try LoopbackServer(
      answer: "HTTP/1.1 301 M\r\nLocation: \(elsewhere)/info/refs\r\nContent-Length: 0\r\n\r\n")
    #expect(await code(shop.remotes(), server.url) != nil)
    #expect(other.connections == 0)
  }

  @Test func `a closed port is unreachable`() async throws {
    let shop = try Workshop()
    #expect(await code(shop.remotes(), "http://127.0.0.1:1/a.git") == .unreachable)
  }

  @Test(arguments: ["http://127.0.0.2:1/a.git", "ssh://git@127.0.0.2:1/a", "git@localhost:a/b"])
  func `private addresses require permission`(address: String) async throws {
    let shop = try Workshop()
    #expect(await code(shop.remotes(), address) == .forbiddenAddress)
  }
}

private func code(_ remotes: Remotes, _ address: String) async -> GitError.Code? {
  await failure { () async throws(GitError) in try await remotes.references(address) }
}
