import Ecosystem
import HTTP
import Synchronization
import Testing
import Text

@testable import JavaScript

/// A registry that answers by a script and remembers what it was asked.
private final class Script: Sendable {
  let asked = Mutex<[Request]>([])
  let answer: @Sendable (Request) throws(HTTPError) -> Response

  init(_ answer: @escaping @Sendable (Request) throws(HTTPError) -> Response) {
    self.answer = answer
  }

  var client: Client {
    Client { request throws(HTTPError) in
      self.asked.withLock { $0.append(request) }
      return try self.answer(request)
    }
  }

  var urls: [String] { asked.withLock { $0.map(\.url) } }
  var accepts: [String?] { asked.withLock { $0.map { $0.headers["Accept"] } } }
}

private func body(_ name: String) -> [UInt8] {
  Array(PackumentText(name: name, latest: "1.0.0", versions: ["1.0.0": ""]).text.utf8)
}

@Suite struct `A package registry` {
  @Test(arguments: [
    ("demo", "https://registry.npmjs.org/demo"), ("@a/b", "https://registry.npmjs.org/@a%2fb"),
    ("@acme/b", "https://acme.example/npm/@acme%2fb"),
    ("constructor", "https://registry.npmjs.org/constructor"),
  ])
  func `a package is requested from the registry that npm would use`(name: String, url: String)
    async throws
  {
    let script = Script { _ in Response(status: 200, body: body(name)) }
    let settings = Settings(SourceText(file: ".npmrc", "@acme:registry=https://acme.example/npm/"))
    let registry = Registry(client: script.client, settings: settings)
    let packument = try await registry.packument(of: name, .abbreviated)
    #expect(packument.name == name)
    #expect(script.urls == [url])
    #expect(script.accepts.first??.hasPrefix("application/vnd.npm.install-v1+json;") == true)
    _ = try await registry.packument(of: name, .full)
    #expect(script.accepts.last == "application/json")
  }

  @Test func `a full document is requested if a registry has no abbreviated ones`() async throws {
    let script = Script { request in
      request.headers["Accept"] == "application/json"
        ? Response(status: 200, body: body("demo")) : Response(status: 404)
    }
    let packument = try await Registry(client: script.client).packument(of: "demo", .abbreviated)
    #expect(packument.detail == .full)
    #expect(script.urls.count == 2)
  }

  @Test(arguments: [
    (404, "is not in the registry"), (410, "is not in the registry"),
    (401, "credential at the registry (status 401)"),
    (403, "credential at the registry (status 403)"), (500, "status 500"), (503, "status 503"),
    (302, "status 302"),
    (204, "status 204"),
  ])
  func `an unexpected status is an error`(status: Int, message: String) async {
    let script = Script { _ in Response(status: status, body: body("demo")) }
    await expectFailure(message, from: script)
  }

  @Test(arguments: [
    ("", "not JSON"), (#"{"name": "demo", "versions": {"1.0.0": {"#, "not JSON"),
    ("<html></html>", "not JSON"), ("{}", "malformed name"),
    (#"{"name": "evil"}"#, "document of evil"),
  ])
  func `a body that isn't a packument is an error`(text: String, message: String) async {
    let script = Script { _ in Response(status: 200, body: Array(text.utf8)) }
    await expectFailure(message, from: script)
  }

  @Test(arguments: [
    (HTTPError.Code.timedOut, "in time"),
    (.unreachable, "cannot be reached: the connection failed"),
    (.tls, "certificate"),
    (.tooLarge(limit: 96 << 20), "more than 96 MiB"), (.malformed, "truncated response"),
    (.forbiddenAddress, "private address"), (.rateLimited(seconds: 9), "9 seconds"),
  ])
  func `a missing response is an error`(code: HTTPError.Code, message: String) async {
    let script = Script { request throws(HTTPError) in throw HTTPError(code, url: request.url) }
    await expectFailure(message, from: script)
  }

  @Test(arguments: ["../secret", "_x", "a/b", ""])
  func `a name that could climb is never asked for`(name: String) async {
    let script = Script { _ in Response(status: 200) }
    await #expect(throws: LookUpFailure(.invalidName, name: name)) {
      try await Registry(client: script.client).packument(of: name, .full)
    }
    #expect(script.urls.isEmpty)
  }

  private func expectFailure(_ message: String, from script: Script) async {
    await #expect {
      try await Registry(client: script.client).packument(of: "demo", .full)
    } throws: { error in
      guard let problem = (error as? LookUpFailure)?.problem else { return false }
      return problem.kind == .failed && problem.message.contains(message)
        && problem.subject == "demo at https://registry.npmjs.org/demo"
    }
  }
}
