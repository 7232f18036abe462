internal import Libc

/// Measures parts of the work as spans.
///
///     let files = try await tracer.during("discover") { try await discover(tree) }
///
/// The span in progress is inherited by child tasks, so that requests become its parts.
package struct Tracer: Sendable {
  /// The span in progress; nil outside of one.
  @TaskLocal package static var current: SpanContext?

  private let finish: (@Sendable (Span) -> Void)?
  private let beginsTraces: Bool
  private let now: @Sendable () -> Int64

  /// Creates a tracer.
  ///
  /// - Parameters:
  ///   - beginsTraces: whether a span outside of another one begins a trace; otherwise it is not
  ///     measured.
  ///   - now: returns nanoseconds since the start of 1970.
  ///   - finish: receives each span at its end, on any thread; it must not wait.
  package init(
    beginsTraces: Bool = true, now: @escaping @Sendable () -> Int64 = Tracer.systemTime,
    finish: @escaping @Sendable (Span) -> Void
  ) {
    self.finish = finish
    self.beginsTraces = beginsTraces
    self.now = now
  }

  private init() {
    finish = nil
    beginsTraces = false
    now = { 0 }
  }

  /// Measures nothing.
  package static let off = Tracer()

  /// Whether spans are measured.
  package var isOn: Bool { finish != nil }

  /// Reads the system's clock.
  ///
  /// - Returns: nanoseconds since the start of 1970.
  package static let systemTime: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Begins a span below the current one.
  ///
  /// - Returns: nil if it is not measured.
  package func begin(
    _ name: String, _ kind: Span.Kind = .internal, _ attributes: [String: SpanValue] = [:]
  ) -> Span? {
    guard isOn else { return nil }
    let parent = Self.current
    guard let context = parent?.part() ?? (beginsTraces ? SpanContext() : nil) else { return nil }
    let start = now()
    return Span(
      context: context, parent: parent?.span, name: name, kind: kind, start: start, end: start,
      attributes: attributes)
  }

  /// Begins the first span of a trace.
  ///
  /// - Returns: nil if it is not measured.
  package func begin(trace name: String, shared: [String: SpanValue]) -> Span? {
    guard isOn else { return nil }
    let start = now()
    return Span(
      context: SpanContext(shared: shared), name: name, kind: .internal, start: start, end: start,
      attributes: [:])
  }

  /// Ends a span.
  ///
  /// - Parameters:
  ///   - span: the span; nil does nothing.
  ///   - isFailed: whether the work failed.
  ///   - attributes: the attributes that are known at the end.
  package func end(
    _ span: Span?, isFailed: Bool = false, _ attributes: [String: SpanValue] = [:]
  ) {
    guard var span else { return }
    span.end = max(span.start, now())
    span.isFailed = isFailed
    span.attributes.merge(attributes) { _, new in new }
    finish?(span)
  }

  /// Passes on a span that another process has measured.
  package func add(_ span: Span) { finish?(span) }

  /// Measures a part of the work; an error fails the span and is thrown again.
  ///
  /// - Parameters:
  ///   - name: the name of the span.
  ///   - shared: attributes of the span and of all its parts.
  ///   - work: the work.
  /// - Returns: the result of the work.
  package func during<Value>(
    _ name: String, shared: [String: SpanValue] = [:], _ work: () async throws -> Value
  ) async rethrows -> Value {
    guard var span = begin(name) else { return try await work() }
    span.context.shared.merge(shared) { _, new in new }
    do {
      let value = try await Self.$current.withValue(span.context) { try await work() }
      end(span)
      return value
    } catch {
      end(span, isFailed: true, ["error.type": .text("\(type(of: error))")])
      throw error
    }
  }
}
