import HTTP
import TestSupport
import Testing
import Tracing

/// Sends a request and returns its span as `GET failed {attributes}`.
private func span(
  _ request: Request, _ outcome: Result<Response, HTTPError>
) async -> String {
  let spans = Watched<[Span]>([])
  let tracer = Tracer { span in spans.update { $0.append(span) } }
  _ = try? await ScriptedClient(outcome).client.traced(by: tracer).send(request)
  return spans.value.map { span in
    let attributes = span.attributes.sorted { $0.key < $1.key }.map { key, value in
      switch value {
      case .text(let text): "\(key)=\(text)"
      case .number(let number): "\(key)=\(number)"
      }
    }
    return "\(span.name)\(span.isFailed ? " failed" : "") \(attributes.joined(separator: " "))"
  }.joined(separator: "\n")
}

@Suite struct `The span of a request` {
  @Test func `has host and status, and neither path nor query`() async {
    var request = Request(.get, "https://npm.acme.dev:8443/t0ken/left-pad?key=s3cret")
    request.purpose = .registry
    #expect(
      await span(request, .success(Response(status: 200)))
        == "GET http.request.method=GET http.response.status_code=200 martlet.purpose=registry "
        + "server.address=npm.acme.dev server.port=8443 url.scheme=https")
  }

  @Test func `fails with the status of an error`() async {
    #expect(
      await span(Request(.post, "http://[::1]/"), .success(Response(status: 404)))
        == "POST failed error.type=404 http.request.method=POST http.response.status_code=404 "
        + "martlet.purpose=unstated server.address=::1 server.port=80 url.scheme=http")
  }

  @Test func `fails with a word if there is no response`() async {
    #expect(
      await span(Request(.get, "https://a.dev/"), .failure(HTTPError(.timedOut, url: "")))
        == "GET failed error.type=timeout http.request.method=GET martlet.purpose=unstated "
        + "server.address=a.dev server.port=443 url.scheme=https")
  }

  @Test func `is part of the span in progress, and inherits its attributes`() async throws {
    let spans = Watched<[Span]>([])
    let tracer = Tracer { span in spans.update { $0.append(span) } }
    let client = ScriptedClient(.success(Response(status: 200))).client.traced(by: tracer)
    try await tracer.during("visit", shared: ["martlet.repository": "acme/app"]) {
      async let first = client.send(Request(.get, "https://a.dev/"))
      async let second = client.send(Request(.get, "https://b.dev/"))
      _ = try await (first, second)
    }
    let visit = try #require(spans.value.last)
    #expect(visit.name == "visit" && visit.parent == nil)
    for request in spans.value.dropLast() {
      #expect(request.parent == visit.context.span)
      #expect(request.context.trace == visit.context.trace)
      #expect(request.context.shared == ["martlet.repository": "acme/app"])
    }
  }

  @Test func `is left out where nothing is measured`() async throws {
    let spans = Watched(0)
    let tracer = Tracer(beginsTraces: false) { _ in spans.update { $0 += 1 } }
    let client = ScriptedClient(.success(Response(status: 200))).client.traced(by: tracer)
    _ = try await client.send(Request(.get, "https://a.dev/"))
    #expect(spans.value == 0)
  }
}
