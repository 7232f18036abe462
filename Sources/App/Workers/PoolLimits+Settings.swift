import Configuration
import Libc
import Workers

extension PoolLimits {
  /// The memory that the service is documented to need, in bytes.
  private static let documentedMemory = 1 << 30

  /// Creates the limits of the operator's file.
  ///
  /// - Parameters:
  ///   - limits: `limits` of the file. Without `memory-total`, workers get five eighths of the memory
  ///     limit of the service; the rest is for the parent, bodies of webhooks and the page cache.
  ///     Visits share half of it, or more if `memory` leaves more.
  ///   - visit: the timeout of a visit. A visit that ignores it is killed 15 seconds later.
  init(_ limits: Limits, visit: TimeSpan) {
    self.init()
    memory = limits.memory.bytes
    totalMemory = limits.memoryTotal?.bytes ?? Self.serviceMemory / 8 * 5
    sharedMemory = max(totalMemory / 2, totalMemory - memory)
    cpu = Int64(limits.cpu.seconds) * 1_000
    self.visit = Int64(visit.seconds) * 1_000 + 15_000
  }

  /// The memory limit of the control group, or the documented one, but not more than the machine has.
  private static var serviceMemory: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let limit = ControlGroup.memoryLimit() ?? documentedMemory
    return machine > 0 ? min(limit, machine) : limit
  }
}
