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
  /// libcurl's handle; of its functions only the waking one may be called by any thread.
  ///
  /// It lives until the thread has taken `stop`, after which nobody puts anything in.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer?

  init() {
    Self.startLibrary
    multi = curl_multi_init()
    precondition(multi != nil, "libcurl has no memory for its handle")
  }

  func put(_ item: Item) {
    // Waking stands inside of the lock: the thread frees the handle once it has taken `stop`.
    items.withLock { items in
      items.append(item)
      curl_multi_wakeup(multi)
    }
  }

  func takeAll() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }

  private static let startLibrary: Void = {
    let started = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    precondition(started == CURLE_OK, "libcurl does not start")
  }()
}
