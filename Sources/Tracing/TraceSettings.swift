import HTTP
package import Logging

/// Where spans are sent, by the environment variables of OpenTelemetry.
package struct TraceSettings: Sendable {
  /// The URL for spans.
  package var url: String
  /// Headers of each request, usually with a credential.
  package var headers: [(name: String, value: Secret)]
  /// The maximum duration of a request.
  package var deadline: Duration
  /// Attributes of the process, such as `service.name`.
  package var resource: [(name: String, value: String)]

  /// Why spans can't be sent as the environment wants it.
  package enum Refusal: Error, Hashable, Sendable {
    /// A variable has a value that isn't understood.
    case invalid(name: String, expected: String)
  }

  /// Reads the environment.
  ///
  /// - Parameter environment: returns the value of a variable.
  /// - Returns: nil if no endpoint is set, or if the SDK or the exporter is switched off.
  /// - Throws: a `Refusal` that names the variable, and never its value.
  package static func read(
    _ environment: (String) -> String?
  ) throws(Refusal) -> TraceSettings? {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    guard value("OTEL_SDK_DISABLED")?.lowercased() != "true",
      value("OTEL_TRACES_EXPORTER")?.lowercased() != "none",
      let url = try url(value)
    else { return nil }
    try checkProtocol(value)
    return TraceSettings(
      url: url, headers: try headers(value), deadline: try deadline(value),
      resource: try resource(value))
  }

  private static func url(_ value: (String) -> String?) throws(Refusal) -> String? {
    let own = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    let shared = "OTEL_EXPORTER_OTLP_ENDPOINT"
    let expected = "a URL such as http://127.0.0.1:4318"
    if let url = value(own) {
      guard (try? AbsoluteURL(url)) != nil else {
        throw .invalid(name: own, expected: expected)
      }
      return url
    }
    guard let base = value(shared) else { return nil }
    guard (try? AbsoluteURL(base)) != nil, !base.contains("?"), !base.contains("#") else {
      throw .invalid(name: shared, expected: expected)
    }
    return (base.last == "/" ? String(base.dropLast()) : base) + "/v1/traces"
  }

  /// The same address takes JSON and protobuf, by the header `Content-Type`; gRPC has its own.
  private static func checkProtocol(_ value: (String) -> String?) throws(Refusal) {
    let names = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"]
    for name in names {
      guard let text = value(name) else { continue }
      guard ["http/json", "http/protobuf"].contains(text) else {
        throw .invalid(name: name, expected: "http/json, the protocol that martlet has")
      }
      return
    }
  }

  private static func headers(
    _ value: (String) -> String?
  ) throws(Refusal) -> [(name: String, value: Secret)] {
    let names = ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"]
    guard let name = names.first(where: { value($0) != nil }) else { return [] }
    return try pairs(of: name, value).map { ($0.name, Secret($0.value)) }
  }

  private static func deadline(_ value: (String) -> String?) throws(Refusal) -> Duration {
    let names = ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"]
    guard let name = names.first(where: { value($0) != nil }) else { return .seconds(10) }
    guard let number = value(name).flatMap({ Int($0) }), (1...600_000).contains(number) else {
      throw .invalid(name: name, expected: "milliseconds from 1 to 600000")
    }
    return .milliseconds(number)
  }

  private static func resource(
    _ value: (String) -> String?
  ) throws(Refusal) -> [(name: String, value: String)] {
    let pairs = try pairs(of: "OTEL_RESOURCE_ATTRIBUTES", value)
    let named = pairs.last { $0.name == "service.name" }?.value
    let service = value("OTEL_SERVICE_NAME") ?? named ?? "martlet"
    return [("service.name", service)] + pairs.filter { $0.name != "service.name" }
  }

  /// Parses `name=value,name=value`, in which values can have percent escapes.
  private static func pairs(
    of name: String, _ value: (String) -> String?
  ) throws(Refusal) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for part in (value(name) ?? "").split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = sides[0].filter { $0 != " " }
      guard sides.count == 2, !key.isEmpty, let text = unescaped(sides[1]) else {
        throw .invalid(name: name, expected: "name=value, with commas between pairs")
      }
      pairs.append((key, text))
    }
    return pairs
  }

  /// Decodes percent escapes; nil if one is incomplete or the result isn't UTF-8.
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    let spaces: Set<UInt8> = [0x20, 0x09]
    let end = bytes.lastIndex { !spaces.contains($0) }.map { $0 + 1 } ?? 0
    return String(validating: bytes[..<end].drop { spaces.contains($0) }, as: UTF8.self)
  }
}
