import HTTPServer
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

/// The pages of a service with a public address.
private struct Door {
  let table: RouteTable

  init(listen: String = "127.0.0.1", token: String? = nil) async throws {
    let store = try await StateStore.inMemory()
    let pages = Pages(
      store: store, token: token.map { Secret($0) },
      names: ServedNames(listen: listen, publicURLs: ["https://martlet.acme.dev/"]),
      forges: { [:] }, now: { 9 }, log: Logger(threshold: .error, now: { 0 }) { _ in })
    let change = Route(.post, "/change") { _, _ in .text("changed") }
    table = RouteTable([pages.guarding(change)] + pages.routes, missing: pages.missing)
  }

  func status(_ method: String = "GET", _ path: String = "/", _ headers: (String, String)...) async
    -> Int
  {
    let fields = headers.map { HeaderField($0.0, $0.1) }
    let response = await table(ServerRequest(method, path, headers: fields))
    return response.status
  }
}

@Suite struct `The names of the service` {
  @Test(arguments: [
    "evil.example", "evil.example:8080", "martlet.acme.dev.evil.example", "127.0.0.1.evil.example",
    "localhost.evil.example", "evil-martlet.acme.dev", "0x7f000001", "2130706433", "127.1",
    "[::1].evil.example", "a@127.0.0.1", "martlet.acme.dev@evil.example", "[evil.example]",
  ])
  func `a page of another name reads nothing`(host: String) async throws {
    let door = try await Door()
    for path in ["/", "/api/v1/repositories", "/packages", "/runs"] {
      #expect(await door.status("GET", path, ("Host", host)) == 421)
    }
    #expect(await door.status("POST", "/change", ("Host", host)) == 421)
  }

  @Test func `the message names the key`() async throws {
    let door = try await Door()
    let request = ServerRequest("GET", "/", headers: [HeaderField("Host", "martlet.corp:81")])
    let text = String(decoding: await door.table(request).body, as: UTF8.self)
    #expect(
      text == "The host name martlet.corp:81 is not configured. "
        + "Add the address to 'public-url' in the operator's file.\n")
  }

  @Test(arguments: [
    "localhost", "LocalHost:8080", "127.0.0.1:8080", "[::1]:8080", "10.2.3.4:8080",
    "martlet.acme.dev", "MARTLET.acme.dev:443", "[fd00::7]",
  ])
  func `addresses and the service's own names are served`(host: String) async throws {
    #expect(await (try Door()).status("GET", "/", ("Host", host)) == 200)
  }

  @Test func `a name in listen is the service's own`() async throws {
    let door = try await Door(listen: "martlet.corp", token: "t")
    let bearer = ("Authorization", "Bearer t")
    #expect(await door.status("GET", "/", ("Host", "martlet.corp:80"), bearer) == 200)
    #expect(await door.status("GET", "/", ("Host", "other.corp:80"), bearer) == 421)
  }

  @Test func `a program of HTTP 1.0 needs no name`() async throws {
    #expect(await (try Door()).status() == 200)
  }

  @Test(arguments: [
    ("https://evil.example", 403), ("null", 403), ("https://martlet.acme.dev.evil.example", 403),
    ("http://martlet.acme.dev", 403), ("https://martlet.acme.dev:8443", 403),
    ("https://martlet.acme.dev", 200), ("http://127.0.0.1:8080", 200),
    ("http://127.0.0.1:9999", 403), ("file://", 403),
  ])
  func `a page of another site changes nothing`(origin: String, status: Int) async throws {
    let door = try await Door()
    let answer = await door.status(
      "POST", "/change", ("Host", "127.0.0.1:8080"), ("Origin", origin))
    #expect(answer == status)
  }
}
