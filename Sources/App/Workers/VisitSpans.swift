import HTTP
import Synchronization
import Tracing
import Updates

/// The stage of a worker that makes a request, as the worker names it.
struct StageClaim: Codable, Sendable {
  /// The identifier of the stage's span.
  var span: String
  /// The name of the stage; nil outside of stages.
  var stage: String?

  /// The stage in progress; nil if nothing is measured.
  static var current: StageClaim? {
    Tracer.current.map { context in
      StageClaim(span: context.span, stage: context.shared[PassStage.attribute]?.text)
    }
  }
}

extension SpanContext {
  /// Returns the context of a request, as far as the worker's claim is valid.
  func at(_ claim: StageClaim?) -> SpanContext {
    var context = self
    guard let claim, SpanContext.isSpan(claim.span) else { return context }
    context.span = claim.span
    if let stage = claim.stage.flatMap(PassStage.init(rawValue:)) {
      context.shared[PassStage.attribute] = .text(stage.rawValue)
    }
    return context
  }
}

extension HTTP.Client {
  /// Returns a client whose requests are parts of a span; nil: of the current one.
  func sending(within context: SpanContext?) -> HTTP.Client {
    guard let context else { return self }
    return HTTP.Client { request throws(HTTPError) in
      let outcome = await Tracer.$current.withValue(context) {
        do throws(HTTPError) {
          return Result<Response, HTTPError>.success(try await self.send(request))
        } catch {
          return .failure(error)
        }
      }
      return try outcome.get()
    }
  }
}

/// Collects the spans of a worker's visit, which the parent sends.
final class VisitSpans: Sendable {
  /// The most spans of a visit; further ones are left out.
  static let most = 1_000

  private let spans = Mutex<[Span]>([])

  /// Measures what is part of a visit.
  var tracer: Tracer {
    Tracer(beginsTraces: false) { [self] span in
      spans.withLock { if $0.count < Self.most { $0.append(span) } }
    }
  }

  /// Returns the spans and forgets them.
  func take() -> [Span] {
    spans.withLock { spans in
      defer { spans = [] }
      return spans
    }
  }
}

extension Span {
  /// Returns the spans of an untrusted worker that can be true: stages of the visit, in its time.
  ///
  /// - Parameters:
  ///   - claimed: the worker's spans.
  ///   - visit: the span of the visit, which has begun.
  ///   - now: nanoseconds since the start of 1970.
  /// - Returns: spans with the attributes of the visit and their stage, and no others.
  static func stages(_ claimed: [Span], of visit: Span, until now: Int64) -> [Span] {
    claimed.prefix(VisitSpans.most).compactMap { span -> Span? in
      guard let stage = PassStage(rawValue: span.name), SpanContext.isSpan(span.context.span),
        let parent = span.parent, SpanContext.isSpan(parent)
      else { return nil }
      var context = visit.context.at(StageClaim(span: span.context.span, stage: stage.rawValue))
      context.shared[PassStage.attribute] = .text(stage.rawValue)
      let start = min(max(span.start, visit.start), now)
      var result = Span(
        context: context, parent: parent, name: stage.rawValue, kind: .internal, start: start,
        end: min(max(span.end, start), now), attributes: [:])
      result.isFailed = span.isFailed
      return result
    }
  }
}

extension SpanValue {
  /// The text; nil for a number.
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
