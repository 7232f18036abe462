import Crypto
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@Suite(.needsFakeHost, .serialized) struct `Notifications` {
  private static func receiver(_ statuses: Int...) throws -> LoopbackServer {
    let script = Watched(statuses)
    return try LoopbackServer { _ in
      var status = 200
      script.update { if !$0.isEmpty { status = $0.removeFirst() } }
      return .init(status: status)
    }
  }

  private func scene(_ server: LoopbackServer) async throws -> ChecksScene {
    let scene = try await ChecksScene(required: ["build"])
    let file = "\(scene.folder.path)/martlet.yml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try
      (text + """
        notifications:
          - {kind: webhook, url: "\(server.url("/s3cret-path"))", secret: hook-secret}

        """).write(toFile: file, atomically: true, encoding: .utf8)
    return scene
  }

  /// The events of all requests: `red 1`.
  private func events(_ server: LoopbackServer) throws -> [String] {
    var events: [String] = []
    for request in server.requests {
      let root = try Document(request.body, named: "body").root.value
      for event in root["events"]?.array ?? [] {
        let (word, number) = (event["event"]?.string ?? "", event["pullRequest"]?.int ?? 0)
        events.append("\(word) \(number)")
      }
    }
    return events
  }

  @Test func `about checks are sent once by a run, signed and without the address in the log`()
    async throws
  {
    let server = try Self.receiver()
    let scene = try await scene(server)
    try await scene.martlet("run")
    #expect(server.requests.isEmpty)
    try await scene.check("build", "failure")
    let outcome = try await scene.martlet("run")
    try await scene.martlet("run")
    #expect(try events(server) == ["red 1"])
    let request = try #require(server.requests.first)
    let code = Digest.hmac(.sha256, of: request.body, key: Array("hook-secret".utf8)).hexadecimal
    #expect(request.headers["X-Martlet-Signature-256"] == "sha256=\(code)")
    #expect(request.text.contains("checks failed: build (aster"), "\(request.text)")
    #expect(!"\(outcome)".contains("s3cret-path"))
  }

  @Test func `that a target refuses are sent by a later run`() async throws {
    let server = try Self.receiver(503)
    let scene = try await scene(server)
    try await scene.martlet("run")
    try await scene.check("build", "failure")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "a message that isn't delivered doesn't fail the run")
    #expect(server.requests.count == 1)
    // It is sent again after a minute, which this test doesn't wait for.
    try await scene.martlet("run")
    #expect(server.requests.count == 1)
  }
}
