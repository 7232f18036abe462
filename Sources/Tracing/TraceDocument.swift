import JSON

/// The body of a request to a collector: OTLP in its JSON form.
///
/// Identifiers are hexadecimal, numbers of 64 bits are strings, and enumerations are numbers.
struct TraceDocument {
  /// Attributes of the process.
  var resource: [(name: String, value: String)]
  /// The version of the program.
  var version: String
  /// Masks secrets in texts.
  var redact: (String) -> String

  /// Returns the document for some spans.
  func callAsFunction(_ spans: [Span]) -> Value {
    [
      "resourceSpans": [
        [
          "resource": ["attributes": .array(resource.map { attribute($0.name, .text($0.value)) })],
          "scopeSpans": [
            [
              "scope": ["name": "martlet", "version": .string(version)],
              "spans": .array(spans.map(span)),
            ]
          ],
        ]
      ]
    ]
  }

  private func span(_ span: Span) -> Value {
    var members: [(String, Value)] = [
      ("traceId", .string(span.context.trace)), ("spanId", .string(span.context.span)),
    ]
    if let parent = span.parent { members.append(("parentSpanId", .string(parent))) }
    members += [
      ("name", .string(redact(span.name))), ("kind", .int(span.kind.rawValue)),
      ("startTimeUnixNano", .string("\(span.start)")), ("endTimeUnixNano", .string("\(span.end)")),
      (
        "attributes",
        .array(span.allAttributes.sorted { $0.key < $1.key }.map { attribute($0.key, $0.value) })
      ),
      ("status", span.isFailed ? ["code": 2] : [:]),
    ]
    return .object(Object(members))
  }

  private func attribute(_ key: String, _ value: SpanValue) -> Value {
    switch value {
    case .text(let text): ["key": .string(key), "value": ["stringValue": .string(redact(text))]]
    case .number(let number): ["key": .string(key), "value": ["intValue": .string("\(number)")]]
    }
  }
}
