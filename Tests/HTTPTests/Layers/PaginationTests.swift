import HTTP
import Logging
import TestSupport
import Testing

@Suite struct `Pagination` {
  /// Pages 1, 2, … of a list, each naming the next.
  private func list(_ count: Int, next: @escaping @Sendable (Int) -> String) -> ScriptedClient {
    ScriptedClient(numbered: { request, number in
      let headers: Headers =
        number + 1 < count ? ["Link": "<\(next(number + 2))>; rel=\"next\""] : [:]
      return Response(
        status: 200, headers: headers, body: Array("\(number + 1)".utf8), url: request.url)
    })
  }

  private let request = Request(
    .get, "https://a.dev/list?per_page=1", headers: ["Accept": "a"], credential: Secret("s"))

  @Test func `A list is fetched completely with the same headers`() async throws {
    let wire = list(3) { "https://a.dev/list?page=\($0)" }
    let pages = try await wire.client.pages(of: request)
    #expect(pages.map(\.text) == ["1", "2", "3"])
    #expect(
      wire.requests.map(\.url)
        == [
          "https://a.dev/list?per_page=1", "https://a.dev/list?page=2", "https://a.dev/list?page=3",
        ])
    #expect(
      wire.requests.allSatisfy { $0.credential == Secret("s") && $0.headers["Accept"] == "a" })
  }

  @Test func `A relative link is followed`() async throws {
    let wire = list(2) { "?page=\($0)" }
    _ = try await wire.client.pages(of: request)
    #expect(wire.requests.last?.url == "https://a.dev/list?page=2")
  }

  @Test(arguments: [
    "https://b.dev/?page=2", "http://a.dev/?page=2", "//b.dev/", "https://a.dev:444/",
    "https://u@a.dev/", "ftp://a.dev/", "https://a.dev.evil.dev/",
  ])
  func `A page on another server is refused`(link: String) async {
    let wire = list(2) { _ in link }
    let error = await #expect(throws: HTTPError.self) { try await wire.client.pages(of: request) }
    #expect(error?.code == .foreignPage)
    #expect(wire.requests.count == 1)
  }

  @Test func `An endless list is an error, not truncated`() async {
    let wire = list(1000) { "?page=\($0)" }
    let error = await #expect(throws: HTTPError.self) {
      try await wire.client.pages(of: request, limit: 5)
    }
    #expect(error?.code == .tooManyPages(limit: 5))
    #expect(wire.requests.count == 5)
  }

  @Test func `An unsuccessful page is the last`() async throws {
    let wire = ScriptedClient(
      answer(200, ["Link": "<?page=2>; rel=next"]), answer(502, ["Link": "<?page=3>; rel=next"]))
    #expect(try await wire.client.pages(of: request).map(\.status) == [200, 502])
  }

  @Test(arguments: [
    (
      "<https://a.dev/?a=1,2>; rel=\"next\"",
      [Link(target: "https://a.dev/?a=1,2", relations: ["next"])]
    ),
    (
      "<a>; rel=prev, <b> ; title=\"x, <y>; \\\" rel=next\" ;REL = \"Last Next\"",
      [Link(target: "a", relations: ["prev"]), Link(target: "b", relations: ["last", "next"])]
    ),
    ("<a>; rel=one; rel=two", [Link(target: "a", relations: ["one"])]),
    ("<a>; crossorigin; rel=next", [Link(target: "a", relations: ["next"])]),
    ("<a>", [Link(target: "a", relations: [])]), (",, <a> , ", [Link(target: "a", relations: [])]),
    ("", []), ("a; rel=next", []), ("<a; rel=next", []), ("<a>; rel=\"next", []),
  ])
  func `Link headers are parsed`(value: String, links: [Link]) {
    #expect(Link.parse(value) == links)
  }

  @Test func `Any bytes are parsed without a crash`() {
    var state: UInt64 = 7
    let letters = Array("<>;,=\"\\ relnxt\u{e9}".unicodeScalars)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<30 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.unicodeScalars.append(letters[Int(state >> 33) % letters.count])
      }
      #expect(Link.parse(text).count <= 10)
    }
  }
}
