internal import CCurl
internal import Synchronization

/// What other threads ask of the network's thread, in their order.
final class Inbox: Sendable {
  /// One wish.
  enum Item: Sendable {
    case start(Order)
    case cancel(Ticket)
    case stop
  }

  private let items = Mutex<[Item]>([])
  /// The address of libcurl's handle, of whose functions only the waking one may be called by any
  /// thread; 0 until the thread has it.
  ///
  /// It is good until the thread has taken `stop`, after which nobody puts anything in.
  private let multi = Atomic<UInt>(0)

  func put(_ item: Item) {
    // Waking stands inside of the lock: the thread frees the handle once it has taken `stop`.
    items.withLock { items in
      items.append(item)
      let multi = UnsafeMutableRawPointer(bitPattern: multi.load(ordering: .relaxed))
      if let multi { curl_multi_wakeup(multi) }
    }
  }

  /// Tells how the thread is woken, which from now on takes what is put in.
  func open(waking multi: UnsafeMutableRawPointer) {
    items.withLock { _ in self.multi.store(UInt(bitPattern: multi), ordering: .relaxed) }
  }

  func takeAll() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
