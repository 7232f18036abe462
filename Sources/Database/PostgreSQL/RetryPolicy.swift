/// Whether and when a failed transaction is tried again.
///
/// Only what is sure not to have been committed is: `outcomeUnknown` never.
enum RetryPolicy {
  /// The pause before the next try; nil where the failure stands.
  ///
  /// `attempt` counts from 1. `spread` lies between 0 and 1 and is drawn anew each time, so that
  /// rivals do not meet again.
  static func pause(
    after code: DatabaseError.Code, attempt: Int, spread: Double
  ) -> Duration? {
    switch code {
    case .unreachable, .busy:
      // At once, since a connection that lay idle may be broken; then 0.2, 0.8, 3.2 s.
      guard attempt <= 4 else { return nil }
      return attempt == 1
        ? .zero : .milliseconds(Int(50 * Double(1 << (2 * attempt - 2)) * (0.5 + spread / 2)))
    case .conflict:
      guard attempt <= 12 else { return nil }
      return .milliseconds(Int(5 * Double(attempt) * (0.2 + spread)))
    default: return nil
    }
  }
}
