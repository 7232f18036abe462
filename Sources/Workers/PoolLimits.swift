/// Limits for workers, and how long they are kept.
///
/// Times are in milliseconds.
package struct PoolLimits: Hashable, Sendable {
  /// The memory of one worker, in bytes.
  package var memory = 512 << 20
  /// The memory of all workers together, in bytes.
  package var totalMemory = 640 << 20
  /// The part of `totalMemory` that visits share; the rest is for one large visit.
  package var sharedMemory = 320 << 20
  /// CPU time of a visit.
  package var cpu: Int64 = 300_000
  /// Duration of a visit; should be longer than the visit's own timeout.
  package var visit: Int64 = 1_815_000
  /// CPU time of a visit after which its worker runs with a lower priority.
  package var lowPriorityCPU: Int64 = 5_000
  /// How long a worker may take to start.
  package var start: Int64 = 60_000
  /// How long a cancelled visit may take to end.
  package var grace: Int64 = 2_000
  /// How long a worker without a visit is kept.
  package var idle: Int64 = 60_000
  /// The number of visits after which a worker is replaced.
  package var visits = 500
  /// The number of visits that a worker does while an older one of another group waits.
  package var turns = 8

  /// Creates the default limits.
  package init() {}

  /// Memory that is reserved for a visit until it uses more.
  ///
  /// A worker that holds more than this after its visit is replaced.
  var share: Int { max(1, min(40 << 20, sharedMemory / 8, totalMemory / 4)) }

  /// The most memory that one worker gets; leaves room for two ordinary visits beside it.
  var largest: Int { min(memory, totalMemory - 2 * share) }
}

/// Resources that a process uses.
package struct Usage: Hashable, Sendable {
  /// Resident memory that no other process shares, in bytes.
  package var memory: Int
  /// CPU time since the process started, in milliseconds.
  package var cpu: Int64

  /// Creates a measurement.
  package init(memory: Int, cpu: Int64) {
    self.memory = memory
    self.cpu = cpu
  }
}
