/// Decides whether and when a failed transaction is retried.
///
/// Only transactions that were certainly not committed are retried, so `outcomeUnknown` never is.
enum RetryPolicy {
  /// Returns the delay before the next attempt; nil if the transaction is not retried.
  ///
  /// `attempt` counts from 1. `spread` is a new random number between 0 and 1 for each attempt, so
  /// that conflicting transactions do not collide again.
  static func pause(
    after code: DatabaseError.Code, attempt: Int, spread: Double
  ) -> Duration? {
    switch code {
    case .unreachable, .busy, .readOnly:
      // The first retry is immediate, since an idle connection may have been closed; then 0.2, 0.8,
      // 3.2 s.
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
