/// A part of the work with its beginning and its end, as OpenTelemetry defines it.
package struct Span: Hashable, Codable, Sendable {
  /// The role of a span, with its number in OTLP.
  package enum Kind: Int, Codable, Sendable {
    /// Work of this process.
    case `internal` = 1
    /// A request to another process.
    case client = 3
  }

  /// Names of its trace and of itself.
  package var context: SpanContext
  /// The span that it is a part of, as 16 hexadecimal digits; nil for the first of a trace.
  package var parent: String?
  /// The name from a small set: a stage, or the method of a request.
  package var name: String
  /// The role.
  package var kind: Kind
  /// Nanoseconds since the start of 1970.
  package var start: Int64
  /// Nanoseconds since the start of 1970; not before `start`.
  package var end: Int64
  /// Attributes of the work besides those of its context.
  package var attributes: [String: SpanValue]
  /// Whether the work failed.
  package var isFailed = false

  /// Creates a span that has not failed.
  package init(
    context: SpanContext, parent: String? = nil, name: String, kind: Kind, start: Int64,
    end: Int64, attributes: [String: SpanValue]
  ) {
    self.context = context
    self.parent = parent
    self.name = name
    self.kind = kind
    self.start = start
    self.end = end
    self.attributes = attributes
  }

  /// All attributes: those of the context, and its own.
  var allAttributes: [String: SpanValue] {
    context.shared.merging(attributes) { _, own in own }
  }
}

/// The value of an attribute.
package enum SpanValue: Hashable, Codable, Sendable {
  /// Text, in which the exporter masks secrets.
  case text(String)
  /// A number of 64 bits.
  case number(Int)
}

extension SpanValue: ExpressibleByStringLiteral {
  /// Creates text from a literal.
  package init(stringLiteral value: String) { self = .text(value) }
}

/// The place of a span in its trace, which the parts of the work inherit.
package struct SpanContext: Hashable, Codable, Sendable {
  /// Identifies the trace: 32 hexadecimal digits.
  package var trace: String
  /// Identifies the span: 16 hexadecimal digits.
  package var span: String
  /// Attributes of the span and of all its parts, such as the repository.
  package var shared: [String: SpanValue]

  /// Begins a trace.
  ///
  /// - Parameter shared: attributes of all its spans.
  package init(shared: [String: SpanValue] = [:]) {
    trace = Self.identifier(bytes: 16)
    span = Self.identifier(bytes: 8)
    self.shared = shared
  }

  /// Returns the context of a part.
  package func part() -> SpanContext {
    var part = self
    part.span = Self.identifier(bytes: 8)
    return part
  }

  /// Whether a text has the format of a span's identifier, which isn't all zeros.
  package static func isSpan(_ text: String) -> Bool {
    text.utf8.count == 16 && text.utf8.contains { $0 != UInt8(ascii: "0") }
      && text.utf8.allSatisfy { digits.contains($0) }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns random hexadecimal digits that aren't all zeros.
  private static func identifier(bytes count: Int) -> String {
    let bytes = [UInt8.random(in: 1...255)] + (1..<count).map { _ in UInt8.random(in: 0...255) }
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
