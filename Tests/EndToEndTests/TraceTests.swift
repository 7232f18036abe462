import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// A span as a collector reads it.
private struct CollectedSpan {
  var name: String
  var id: String
  var parent: String?
  var trace: String
  var kind: Int
  var attributes: [String: String]
  var isFailed: Bool

  init(_ value: Value) {
    name = value["name"]?.string ?? ""
    id = value["spanId"]?.string ?? ""
    parent = value["parentSpanId"]?.string
    trace = value["traceId"]?.string ?? ""
    kind = value["kind"]?.int ?? 0
    let pairs = (value["attributes"]?.array ?? []).map { attribute in
      let content = attribute["value"]
      return (
        attribute["key"]?.string ?? "",
        content?["stringValue"]?.string ?? content?["intValue"]?.string ?? ""
      )
    }
    attributes = Dictionary(pairs) { $1 }
    isFailed = value["status"]?["code"] != nil
  }
}

@Suite(.needsFakeHost, .serialized) struct `Traces` {
  private func run(
    _ scene: ChecksScene, to server: LoopbackServer, _ more: [String: String] = [:]
  ) async throws -> Program.Outcome {
    let environment = [
      "TOKEN": "github_pat_fixed", "OTEL_EXPORTER_OTLP_ENDPOINT": server.url(""),
      "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20collector-key",
    ]
    return try await Program.run(
      ["run", "--config", "martlet.yml", "--metrics", "metrics.prom"], in: scene.folder.path,
      environment: environment.merging(more) { $1 })
  }

  private func spans(_ server: LoopbackServer) throws -> [CollectedSpan] {
    try server.requests.flatMap { request in
      let root = try Document(request.body, named: "body").root.value
      let scopes = (root["resourceSpans"]?.array ?? []).flatMap { $0["scopeSpans"]?.array ?? [] }
      return scopes.flatMap { $0["spans"]?.array ?? [] }.map(CollectedSpan.init)
    }
  }

  @Test func `of a run have a span for the visit, its stages and each request`() async throws {
    let server = try LoopbackServer { _ in .init(status: 200) }
    let scene = try await ChecksScene()
    let outcome = try await run(scene, to: server)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(server.requests.allSatisfy { $0.target == "/v1/traces" })
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer collector-key" })
    let spans = try spans(server)
    let visit = try #require(spans.first { $0.name == "visit" })
    #expect(visit.parent == nil && visit.attributes["martlet.outcome"] == "finished")
    let ofVisit = spans.filter { $0.trace == visit.trace }
    for span in ofVisit {
      #expect(span.attributes["martlet.repository"] == "acme/app")
      #expect(span.attributes["martlet.forge"] == "hub")
      #expect(span.attributes["martlet.job"]?.isEmpty == false)
    }
    let stages = Set(ofVisit.filter { $0.kind == 1 }.map(\.name))
    let wanted = [
      "discover", "read", "look-up", "plan", "resolve", "describe", "publish", "retire", "watch",
      "record",
    ]
    #expect(stages.isSuperset(of: wanted), "\(stages)")
    let requests = ofVisit.filter { $0.kind == 3 }
    let ids = Set(ofVisit.map(\.id))
    #expect(requests.allSatisfy { $0.parent.map(ids.contains) ?? false }, "all parents are sent")
    #expect(requests.allSatisfy { $0.attributes["server.address"] == "127.0.0.1" })
    let opened = requests.filter {
      $0.name == "POST" && $0.attributes["martlet.stage"] == "publish"
        && $0.attributes["http.response.status_code"] == "201"
    }
    #expect(!opened.isEmpty)
  }

  @Test func `contain no secret and no query, and are counted`() async throws {
    let server = try LoopbackServer { _ in .init(status: 200) }
    let scene = try await ChecksScene()
    _ = try await run(scene, to: server)
    let bodies = server.requests.map(\.text).joined()
    for text in ["github_pat_fixed", "collector-key", "hook-secret", "?", "per_page"] {
      #expect(!bodies.contains(text), "\(text)")
    }
    let metrics = try String(
      contentsOfFile: "\(scene.folder.path)/metrics.prom", encoding: .utf8)
    let sent = try spans(server).count
    #expect(metrics.contains("martlet_trace_spans_total{outcome=\"sent\"} \(sent)\n"))
    #expect(metrics.contains("martlet_trace_spans_total{outcome=\"dropped\"} 0\n"))
  }

  @Test func `that no collector takes neither fail nor delay the run`() async throws {
    let server = try LoopbackServer { _ in .init(status: 200).delayed(by: .seconds(600)) }
    let scene = try await ChecksScene()
    let begin = ContinuousClock.now
    let outcome = try await run(scene, to: server)
    #expect(outcome.code == 0)
    #expect(outcome.out.contains("opened"), "\(outcome)")
    #expect(ContinuousClock.now - begin < .seconds(60))
  }

  @Test func `with a variable that isn't understood are switched off with a warning`()
    async throws
  {
    let server = try LoopbackServer { _ in .init(status: 200) }
    let scene = try await ChecksScene()
    let outcome = try await run(scene, to: server, ["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"])
    #expect(outcome.code == 0)
    #expect(outcome.error.contains("no traces are sent: the value of OTEL_EXPORTER_OTLP_PROTOCOL"))
    #expect(server.requests.isEmpty)
  }
}
