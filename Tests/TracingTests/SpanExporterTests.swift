import HTTP
import JSON
import Logging
import TestSupport
import Testing
import Time
@testable import Tracing

/// An exporter to a scripted collector.
private struct Collector {
  let wire: ScriptedClient
  let exporter: SpanExporter
  let log = Watched<[String]>([])

  init(
    _ responses: Result<Response, HTTPError>..., queue: Int = 100, batch: Int = 10,
    headers: [(name: String, value: Secret)] = [], secrets: [Secret] = []
  ) {
    let wire = ScriptedClient(numbered: { _, number throws(HTTPError) in
      try responses[min(number, responses.count - 1)].get()
    })
    self.wire = wire
    var limits = SpanExporter.Limits()
    limits.queue = queue
    limits.batch = batch
    limits.retries = [.zero, .zero]
    let settings = TraceSettings(
      url: "http://c.dev/v1/traces", headers: headers, deadline: .seconds(1),
      resource: [("service.name", "martlet")])
    exporter = SpanExporter(
      settings, by: wire.client, version: "1.2.3",
      log: Logger(now: { .epoch }) { [log] entry in log.update { $0.append(entry.message) } },
      limits: limits, redaction: { Redaction(secrets) })
  }

  func measure(_ count: Int) async {
    for number in 0..<count { await exporter.tracer.during("span \(number)") {} }
  }

  /// All spans of the bodies.
  func spans() throws -> [Value] {
    try wire.requests.flatMap { request in
      let root = try Document(request.body ?? [], named: "body").root.value
      let scope = root["resourceSpans"]?[0]?["scopeSpans"]?[0]
      return scope?["spans"]?.array ?? []
    }
  }
}

private let accepted = Result<Response, HTTPError>.success(Response(status: 200))

private func status(
  _ status: Int, _ body: String = "", headers: Headers = [:]
) -> Result<Response, HTTPError> {
  .success(Response(status: status, headers: headers, body: Array(body.utf8)))
}

@Suite struct `Spans` {
  @Test func `have the JSON form of OTLP`() async throws {
    let collector = Collector(accepted, headers: [("authorization", Secret("Bearer abcdef"))])
    let clock = Watched<Int64>(1_795_265_839_000_000_001)
    let tracer = Tracer(now: {
      clock.update { $0 += 5 }
      return clock.value
    }) { collector.exporter.add($0) }
    await tracer.during("look-up", shared: ["martlet.stage": "look-up"]) {
      let span = tracer.begin("GET", .client, ["server.port": .number(443)])
      tracer.end(span, isFailed: true, ["http.response.status_code": .number(503)])
    }
    await collector.exporter.flush()
    let request = try #require(collector.wire.requests.first)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["authorization"] == "Bearer abcdef")
    let spans = try collector.spans()
    let trace = try #require(spans[0]["traceId"]?.string)
    let (child, parent) = try (
      #require(spans[0]["spanId"]?.string), #require(spans[1]["spanId"]?.string)
    )
    #expect(trace.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(child.wholeMatch(of: /[0-9a-f]{16}/) != nil && child != parent)
    let text = String(decoding: request.body ?? [], as: UTF8.self)
    #expect(
      text == """
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":\
        {"stringValue":"martlet"}},{"key":"service.version","value":{"stringValue":"1.2.3"}}]},\
        "scopeSpans":[{"scope":{"name":"martlet","version":"1.2.3"},"spans":[\
        {"traceId":"\(trace)","spanId":"\(child)","parentSpanId":"\(parent)","name":"GET","kind":3,\
        "startTimeUnixNano":"1795265839000000011","endTimeUnixNano":"1795265839000000016",\
        "attributes":[{"key":"http.response.status_code","value":{"intValue":"503"}},\
        {"key":"martlet.stage","value":{"stringValue":"look-up"}},\
        {"key":"server.port","value":{"intValue":"443"}}],"status":{"code":2}},\
        {"traceId":"\(trace)","spanId":"\(parent)","name":"look-up","kind":1,\
        "startTimeUnixNano":"1795265839000000006","endTimeUnixNano":"1795265839000000021",\
        "attributes":[{"key":"martlet.stage","value":{"stringValue":"look-up"}}],"status":{}}]}]}]}
        """)
  }

  @Test func `are sent in batches`() async throws {
    let collector = Collector(accepted, batch: 10)
    await collector.measure(25)
    await collector.exporter.flush()
    #expect(collector.wire.requests.count == 3)
    #expect(try collector.spans().count == 25)
    #expect(collector.exporter.counts == .init(sent: 25, failed: 0, dropped: 0))
  }

  @Test func `are dropped and counted if the queue is full`() async throws {
    let collector = Collector(accepted, queue: 4)
    await collector.measure(10)
    await collector.exporter.flush()
    #expect(collector.exporter.counts == .init(sent: 4, failed: 0, dropped: 6))
  }

  @Test func `are sent again if the collector can't take them now`() async throws {
    let collector = Collector(status(503), .failure(HTTPError(.unreachable, url: "")), accepted)
    await collector.measure(1)
    await collector.exporter.flush()
    #expect(collector.wire.requests.count == 3)
    #expect(collector.exporter.counts == .init(sent: 1, failed: 0, dropped: 0))
  }

  @Test func `count as failed after three attempts, with one line in the log`() async throws {
    let collector = Collector(.failure(HTTPError(.timedOut, url: "")))
    await collector.measure(12)
    await collector.exporter.flush()
    #expect(collector.wire.requests.count == 6)
    #expect(collector.exporter.counts == .init(sent: 0, failed: 12, dropped: 0))
    #expect(collector.log.value == ["the collector does not accept traces"])
  }

  @Test func `that a collector refuses are not sent again`() async throws {
    let collector = Collector(status(401))
    await collector.measure(1)
    await collector.exporter.flush()
    #expect(collector.wire.requests.count == 1)
    #expect(collector.exporter.counts == .init(sent: 0, failed: 1, dropped: 0))
  }

  @Test func `that a collector rejects from a batch count as failed`() async throws {
    let collector = Collector(status(200, #"{"partialSuccess":{"rejectedSpans":"3"}}"#))
    await collector.measure(5)
    await collector.exporter.flush()
    #expect(collector.exporter.counts == .init(sent: 2, failed: 3, dropped: 0))
  }

  @Test func `mask secrets, their own headers included`() async throws {
    let collector = Collector(
      accepted, headers: [("a", Secret("collector-key"))], secrets: [Secret("hub-token")])
    let tracer = collector.exporter.tracer
    tracer.end(tracer.begin("collector-key", .internal, ["x": "a hub-token b"]))
    await collector.exporter.flush()
    let body = String(decoding: collector.wire.requests.first?.body ?? [], as: UTF8.self)
    #expect(body.contains(#""name":"***""#) && body.contains("a *** b"))
  }

  @Test func `that wait are sent at the end, and later ones are dropped`() async throws {
    let collector = Collector(accepted)
    collector.exporter.start()
    await collector.measure(3)
    await collector.exporter.stop()
    await collector.measure(2)
    #expect(collector.exporter.counts == .init(sent: 3, failed: 0, dropped: 2))
  }

  @Test func `don't delay the end longer than the limit`() async throws {
    let ended = Watched(false)
    let client = Client { request throws(HTTPError) in
      do { try await Task.sleep(for: .seconds(600)) } catch {
        ended.update { $0 = true }
        throw HTTPError(.cancelled, url: request.url)
      }
      return Response(status: 200)
    }
    let exporter = SpanExporter(
      TraceSettings(url: "http://c.dev", headers: [], deadline: .seconds(600), resource: []),
      by: client, version: "", log: .silent)
    exporter.start()
    await exporter.tracer.during("span") {}
    await exporter.stop(within: .milliseconds(10))
    await ended.wait { $0 }
    #expect(exporter.counts.sent == 0)
    #expect(exporter.counts.failed + exporter.counts.dropped == 1)
  }
}
