/// What workers may use, and how long they are kept.
///
/// Times are in milliseconds.
package struct PoolLimits: Hashable, Sendable {
  /// Bytes of memory of a worker.
  package var memory = 512 << 20
  /// CPU time of a visit.
  package var cpu: Int64 = 300_000
  /// Time of a visit, which should be above what a visit allows itself.
  package var visit: Int64 = 1_815_000
  /// CPU time of a visit after which its worker gives way to others.
  package var politeCPU: Int64 = 5_000
  /// How long a worker may take to start.
  package var start: Int64 = 60_000
  /// How long a visit that is broken off may take to end.
  package var grace: Int64 = 2_000
  /// How long a worker without a visit is kept.
  package var idle: Int64 = 60_000
  /// Visits after which a worker is replaced.
  package var visits = 500

  /// Starts from what suits a fleet.
  package init() {}

  /// Memory above which a worker is replaced after its visit: what it keeps would count against the
  /// next one.
  var idleMemory: Int { memory / 2 }
}

/// What a process uses.
package struct Usage: Hashable, Sendable {
  /// Bytes in main memory.
  package var memory: Int
  /// Milliseconds since it began.
  package var cpu: Int64

  /// Describes a process.
  package init(memory: Int, cpu: Int64) {
    self.memory = memory
    self.cpu = cpu
  }
}
