import Foundation
import HTTP
import Logging
import TestSupport
import Testing

/// A mail server on loopback that records what it receives; it needs python3.
private final class MailServerFake {
  private let folder = FileManager.default.temporaryDirectory.path + "/mail-\(uniqueName())"
  private let child: ChildProcess
  let port: Int

  /// Starts the server.
  ///
  /// - Parameter refusal: the response to `RCPT TO`; empty: recipients are accepted.
  /// - Throws: what prevents the start.
  init(refusing refusal: String = "") async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let output = "\(folder)/received"
    child = try ChildProcess(
      ["/usr/bin/env", "python3", "-c", Self.script, refusal], output: output)
    var first = ""
    try await eventually {
      first = try String(contentsOfFile: output, encoding: .utf8)
      return first.contains("\n")
    }
    port = try #require(Int(first.prefix { $0 != "\n" }))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// What the server received in its only session.
  func received() async throws -> String {
    await child.end()
    return try String(contentsOfFile: "\(folder)/received", encoding: .utf8)
  }

  private static let script = """
    import socket, sys
    server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(1)
    print(server.getsockname()[1], flush=True)
    peer = server.accept()[0]; stream = peer.makefile("rwb")
    def say(text): stream.write(text.encode() + b"\\r\\n"); stream.flush()
    say("220 fake")
    body = False
    while True:
        line = stream.readline().decode()
        if not line: break
        sys.stdout.write(line); sys.stdout.flush()
        if body:
            if line == ".\\r\\n": body = False; say("250 queued")
        elif line.startswith("DATA"): body = True; say("354 go")
        elif line.startswith("RCPT") and sys.argv[1]: say(sys.argv[1])
        elif line.startswith("QUIT"): say("221 bye"); break
        else: say("250 fine")
    """
}

@Suite struct `A mail` {
  private let mail = Mail(
    from: "martlet@acme.dev", to: ["ann@acme.dev", "bo@acme.dev"],
    text: "Subject: Hello\r\n\r\n.dot\r\nend\r\n")

  @Test func `is submitted with its envelope to all recipients`() async throws {
    let fake = try await MailServerFake()
    try await MailServer(url: Secret("smtp://127.0.0.1:\(fake.port)")).submit(mail)
    let text = try await fake.received()
    #expect(text.contains("MAIL FROM:<martlet@acme.dev>"))
    #expect(text.contains("RCPT TO:<ann@acme.dev>") && text.contains("RCPT TO:<bo@acme.dev>"))
    #expect(text.contains("Subject: Hello\r\n\r\n..dot\r\nend\r\n.\r\n"), "\(text)")
  }

  @Test func `is not sent to anyone if a recipient is refused`() async throws {
    let fake = try await MailServerFake(refusing: "550 no such user")
    await #expect(throws: HTTPError.self) {
      try await MailServer(url: Secret("smtp://127.0.0.1:\(fake.port)")).submit(mail)
    }
    let text = try await fake.received()
    #expect(!text.contains("DATA"))
  }

  @Test func `is not sent without TLS if there is a password`() async throws {
    let fake = try await MailServerFake()
    let server = MailServer(
      url: Secret("smtp://127.0.0.1:\(fake.port)"), username: "a", password: Secret("s3cret"))
    await #expect(throws: HTTPError.self) { try await server.submit(mail) }
    let text = try await fake.received()
    #expect(!text.contains("DATA") && !text.contains("AUTH"), "\(text)")
  }

  @Test func `fails if the server can't be reached`() async throws {
    let server = MailServer(url: Secret("smtp://127.0.0.1:1"))
    do throws(HTTPError) {
      try await server.submit(mail)
      Issue.record("it was sent")
    } catch {
      #expect(error.isRefused && error.url.isEmpty)
    }
  }
}
