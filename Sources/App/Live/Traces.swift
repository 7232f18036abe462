import Configuration
import Ecosystem
import HTTP
import Logging
import Tracing

/// Sends the spans of the process to the collector that the environment names; without one, nothing
/// is measured.
struct Traces: Sendable {
  /// Measures nothing.
  static let off = Traces(nil)

  private let exporter: SpanExporter?

  private init(_ exporter: SpanExporter?) { self.exporter = exporter }

  /// Reads the variables of OpenTelemetry and begins to send.
  ///
  /// A variable that can't be used is logged, and nothing is measured: traces never fail the work.
  ///
  /// - Parameters:
  ///   - settings: the operator's file, for proxies and certificates.
  ///   - log: receives warnings.
  ///   - redaction: returns what masks secrets in spans.
  /// - Throws: a `Problem` with the proxies or the certificates.
  init(
    _ settings: OperatorFile, log: Logger, redaction: @escaping @Sendable () -> Redaction
  ) throws(Problem) {
    let found: TraceSettings
    do throws(TraceSettings.Refusal) {
      guard let settings = try TraceSettings.read({ environment($0) }) else {
        self.init(nil)
        return
      }
      found = settings
    } catch {
      switch error {
      case .invalid(let name, let expected):
        log.warning("no traces are sent: the value of \(name) is not \(expected)")
      }
      self.init(nil)
      return
    }
    let collector = try? AbsoluteURL(found.url).origin
    let client = HTTP.Client.live(
      LiveOptions(
        userAgent: "martlet/\(Martlet.version)", certificates: try settings.trustedCertificates(),
        proxies: try Proxies(settings), allowsPrivate: { $0 == collector }))
    let exporter = SpanExporter(
      found, by: client, version: Martlet.version, log: log, redaction: redaction)
    exporter.start()
    self.init(exporter)
  }

  /// Measures requests and stages.
  var tracer: Tracer { exporter?.tracer ?? .off }

  /// The numbers of spans by result; empty if traces are off.
  var counts: [String: Int] {
    guard let counts = exporter?.counts else { return [:] }
    return ["sent": counts.sent, "failed": counts.failed, "dropped": counts.dropped]
  }

  /// Sends what waits, within a few seconds.
  func stop() async { await exporter?.stop() }
}
