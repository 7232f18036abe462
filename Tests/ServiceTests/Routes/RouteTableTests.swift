import HTTPServer
import Synchronization
import Testing

@testable import Service

@Suite struct `The route table` {
  private let table = RouteTable([
    .health,
    .readiness { "not yet" },
    Route(.post, "/webhooks/:forge") { _, found in .text(found["forge"]) },
    Route(.get, "/fixed/one") { _, _ in .text("one") },
    Route(.get, "/fixed/:any") { _, found in .text("any \(found["any"])") },
    Route(.get, "/repositories/:forge/*name") { _, found in
      .text("\(found["forge"]) \(found["name"])")
    },
  ])

  private func ask(_ method: String, _ target: String) async -> (Int, String) {
    let response = await table(ServerRequest(method, target))
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test(arguments: [
    ("GET", "/healthz", 200, "alive\n"), ("GET", "/readyz", 503, "not yet\n"),
    ("POST", "/webhooks/hub", 200, "hub"), ("POST", "/webhooks/h%75b?x=1", 200, "hub"),
    ("GET", "/fixed/one", 200, "one"), ("GET", "/fixed/two", 200, "any two"),
    ("GET", "/repositories/hub/acme/tools/app", 200, "hub acme/tools/app"),
    ("GET", "/repositories/hub", 404, "not found\n"),
    ("GET", "/nowhere", 404, "not found\n"),
    ("GET", "/webhooks/hub", 405, "method not allowed\n"),
    ("POST", "/webhooks/hub/more", 404, "not found\n"),
    ("GET", "/fixed/%zz", 400, "invalid path\n"), ("GET", "/fixed/%4", 400, "invalid path\n"),
  ])
  func `a request finds its route`(
    method: String, target: String, status: Int, body: String
  ) async {
    #expect(await ask(method, target) == (status, body))
  }

  @Test func `another method gets the allowed ones`() async {
    let response = await table(ServerRequest("PUT", "/webhooks/hub"))
    #expect(response.headers.contains(HeaderField("Allow", "POST")))
  }

  @Test(arguments: [
    ("GET", "/healthz", 200), ("GET", "/nowhere", 404), ("POST", "/nowhere", 404),
    ("GET", "/webhooks/hub", 405), ("GET", "/fixed/%zz", 400), ("POST", "/webhooks/hub", nil),
    ("GET", "/fixed/one", nil),
  ])
  func `a request without a route is rejected by its head`(
    method: String, target: String, status: Int?
  ) {
    var answered: Int?
    if case .answer(let response) = table.admit(ServerRequest(method, target)) {
      answered = response.status
    }
    #expect(answered == status)
  }

  @Test func `a response to the head is observed, too`() {
    let seen = Mutex<[Int]>([])
    let route = Route.health.observed { response in seen.withLock { $0.append(response.status) } }
    _ = RouteTable([route]).admit(ServerRequest("GET", "/healthz"))
    #expect(seen.withLock { $0 } == [200])
  }
}
