import Tracing

/// What watches all requests of this process, those of workers included.
struct RequestWatch: Sendable {
  /// Measures requests and stages.
  var tracer = Tracer.off
  /// Records which hosts answer.
  var health = HostHealth()
}
