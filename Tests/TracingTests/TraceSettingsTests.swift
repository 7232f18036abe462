import Logging
import Testing
import Tracing

/// Reads an environment, written as lines `NAME=value`, and shows the settings in one line.
private func shown(_ lines: String) -> String {
  let pairs = lines.split(separator: "\n").map { line in
    let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return ("OTEL_" + sides[0], String(sides[1]))
  }
  let environment = Dictionary(pairs) { $1 }
  do throws(TraceSettings.Refusal) {
    guard let settings = try TraceSettings.read({ environment[$0] }) else { return "off" }
    let headers = settings.headers.map { "\($0.name): \($0.value.reveal())" }
    let resource = settings.resource.map { "\($0.name)=\($0.value)" }
    let words = [settings.url] + headers + resource + ["\(settings.deadline)"]
    return words.joined(separator: " | ")
  } catch {
    switch error {
    case .invalid(let name, _): return "invalid: \(name)"
    }
  }
}

private let endpoint = "EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318"
private let usual = "http://127.0.0.1:4318/v1/traces | service.name=martlet | 10.0 seconds"

@Suite struct `The variables of OpenTelemetry` {
  @Test(arguments: [
    ("", "off"),
    ("EXPORTER_OTLP_ENDPOINT=", "off"),
    (endpoint, usual),
    (endpoint + "/", usual),
    (
      endpoint + "/otlp",
      "http://127.0.0.1:4318/otlp/v1/traces | service.name=martlet | 10.0 seconds"
    ),
    (
      "EXPORTER_OTLP_TRACES_ENDPOINT=https://c.acme.dev/in",
      "https://c.acme.dev/in | service.name=martlet | 10.0 seconds"
    ),
    (endpoint + "\nSDK_DISABLED=TRUE", "off"),
    (endpoint + "\nTRACES_EXPORTER=none", "off"),
    (endpoint + "\nTRACES_EXPORTER=otlp", usual),
    (endpoint + "\nEXPORTER_OTLP_PROTOCOL=http/protobuf", usual),
    (
      endpoint + "\nSERVICE_NAME=fleet",
      "http://127.0.0.1:4318/v1/traces | service.name=fleet | 10.0 seconds"
    ),
    (
      endpoint + "\nRESOURCE_ATTRIBUTES=env=live,service.name=other",
      "http://127.0.0.1:4318/v1/traces | service.name=other | env=live | 10.0 seconds"
    ),
    (
      endpoint + "\nEXPORTER_OTLP_HEADERS=authorization=Bearer%20abc, x-a = 1",
      "http://127.0.0.1:4318/v1/traces | authorization: Bearer abc | x-a: 1 | service.name=martlet "
        + "| 10.0 seconds"
    ),
    (
      endpoint + "\nEXPORTER_OTLP_HEADERS=a=1\nEXPORTER_OTLP_TRACES_HEADERS=b=2",
      "http://127.0.0.1:4318/v1/traces | b: 2 | service.name=martlet | 10.0 seconds"
    ),
    (
      endpoint + "\nEXPORTER_OTLP_TIMEOUT=250",
      "http://127.0.0.1:4318/v1/traces | service.name=martlet | 0.25 seconds"
    ),
  ]) func `say where spans are sent`(environment: String, expected: String) {
    #expect(shown(environment) == expected)
  }

  @Test(arguments: [
    ("EXPORTER_OTLP_ENDPOINT=localhost:4318", "EXPORTER_OTLP_ENDPOINT"),
    ("EXPORTER_OTLP_ENDPOINT=http://a.dev/?key=1", "EXPORTER_OTLP_ENDPOINT"),
    ("EXPORTER_OTLP_TRACES_ENDPOINT=a", "EXPORTER_OTLP_TRACES_ENDPOINT"),
    (endpoint + "\nEXPORTER_OTLP_PROTOCOL=grpc", "EXPORTER_OTLP_PROTOCOL"),
    (endpoint + "\nEXPORTER_OTLP_HEADERS=secret", "EXPORTER_OTLP_HEADERS"),
    (endpoint + "\nEXPORTER_OTLP_HEADERS=a=%zz", "EXPORTER_OTLP_HEADERS"),
    (endpoint + "\nEXPORTER_OTLP_TIMEOUT=soon", "EXPORTER_OTLP_TIMEOUT"),
    (endpoint + "\nEXPORTER_OTLP_TIMEOUT=0", "EXPORTER_OTLP_TIMEOUT"),
  ]) func `are refused by name and not by value`(environment: String, name: String) {
    #expect(shown(environment) == "invalid: OTEL_\(name)")
  }
}
