internal import CCurl
internal import Synchronization

/// The queue of messages for the network thread.
final class Inbox: Sendable {
  /// A message.
  enum Item: Sendable {
    case start(Order)
    case cancel(Ticket)
    case stop
  }

  private let items = Mutex<[Item]>([])
  /// The address of libcurl's handle; 0 until the thread has created it.
  ///
  /// Other threads may only call the function that wakes the handle. The address is valid until the
  /// thread has received `stop`, after which no message is added.
  private let multi = Atomic<UInt>(0)

  func put(_ item: Item) {
    // Wake inside the lock, because the thread frees the handle after it has received `stop`.
    items.withLock { items in
      items.append(item)
      // The message before has woken the thread, which takes all of them.
      guard items.count == 1 else { return }
      let multi = UnsafeMutableRawPointer(bitPattern: multi.load(ordering: .relaxed))
      if let multi { curl_multi_wakeup(multi) }
    }
  }

  /// Sets the handle that is woken when a message is added.
  func open(waking multi: UnsafeMutableRawPointer) {
    items.withLock { _ in self.multi.store(UInt(bitPattern: multi), ordering: .relaxed) }
  }

  func drain() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
