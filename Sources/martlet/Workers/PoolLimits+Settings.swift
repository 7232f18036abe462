import Configuration
import Workers

extension PoolLimits {
  /// Takes the operator's limits; a visit that doesn't break itself off after its time is killed.
  init(_ limits: Limits, visit: TimeSpan) {
    self.init()
    memory = limits.memory.bytes
    cpu = Int64(limits.cpu.seconds) * 1_000
    self.visit = Int64(visit.seconds) * 1_000 + 15_000
  }
}
