import Synchronization

/// Something that few operations need of their owner, computed on first use and then kept.
///
///     private let bounds = Memo { (lock: Lockfile) in lock.requirementsByName }
///     bounds.value(for: lock)["rack"]
///
/// Every call must pass the same owner. Concurrent first calls may each compute the value.
package final class Memo<Owner, Value: Sendable>: Sendable {
  private let make: @Sendable (Owner) -> Value
  private let known = Mutex<Value?>(nil)

  /// Creates a value that isn't computed yet.
  package init(_ make: @escaping @Sendable (Owner) -> Value) {
    self.make = make
  }

  /// Returns the value.
  package func value(for owner: Owner) -> Value {
    if let value = known.withLock({ $0 }) { return value }
    let value = make(owner)
    known.withLock { $0 = value }
    return value
  }
}
