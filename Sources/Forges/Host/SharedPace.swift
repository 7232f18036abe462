import Time

/// Spaces the writes of all processes that use one credential, besides the pace of each process.
///
/// The starts of writes are at least `HostPacing.pace` apart, so that writes of several processes
/// overlap as far as the pace allows.
package struct SharedPace: Sendable {
  /// A write that a process wants to send.
  package struct Write: Hashable, Sendable {
    /// The shortest time between the starts of two writes.
    package var pace: Duration
    /// How many pull requests and comments all processes may create within any minute; nil if the
    /// write creates none.
    package var contentPerMinute: Int?
    /// The longest time to reserve a slot for.
    package var longestWait: Duration

    /// Describes a write.
    package init(pace: Duration, contentPerMinute: Int?, longestWait: Duration) {
      self.pace = pace
      self.contentPerMinute = contentPerMinute
      self.longestWait = longestWait
    }
  }

  /// When a write may be sent.
  package enum Slot: Hashable, Sendable {
    /// The slot is reserved: send the write after this time.
    case send(after: Duration)
    /// No slot is reserved: ask again after this time.
    case wait(Duration)
  }

  /// Reserves the slot of a write; throws if the processes' common state can't be reached.
  package var reserve: @Sendable (Write) async throws -> Slot
  /// Lets no process write for a time, because the host refused a request of this one.
  package var close: @Sendable (Duration) async throws -> Void

  /// Combines the two functions.
  package init(
    reserve: @escaping @Sendable (Write) async throws -> Slot,
    close: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.reserve = reserve
    self.close = close
  }
}

extension HostPacing {
  /// Returns the pacing of a process that shares its credential with others; nil: it doesn't.
  func sharing(_ shared: SharedPace?) -> HostPacing {
    var pacing = self
    pacing.shared = shared
    return pacing
  }

  /// A write as the other processes need to know it; nil for a read.
  func write(_ call: RequestSlot) -> SharedPace.Write? {
    guard call.isWrite else { return nil }
    return SharedPace.Write(
      pace: pace, contentPerMinute: call.isContent ? contentPerMinute : nil,
      longestWait: longestWait)
  }
}
