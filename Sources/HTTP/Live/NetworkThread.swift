internal import CCurl
internal import Libc

/// The thread that owns libcurl's handles.
final class NetworkThread {
  private let options: LiveOptions
  private let inbox: Inbox
  private let multi: UnsafeMutableRawPointer
  private var exchanges: [UnsafeMutableRawPointer: Exchange] = [:]
  private var idle: [UnsafeMutableRawPointer] = []
  /// The number of exchanges over TLS, which can use HTTP/2.
  private var secure = 0

  /// Starts the thread; it ends with `Inbox.Item.stop`.
  static func start(options: LiveOptions, inbox: Inbox) {
    requireThread {
      startLibrary
      NetworkThread(options: options, inbox: inbox).run()
    }
  }

  /// Loads libcurl and its dependencies on a thread that then ends.
  ///
  /// If the system cannot create one, the first request loads them.
  static func loadLibrary() { _ = startThread { startLibrary } }

  /// Initializes libcurl, for handles on other threads; calls after the first do nothing.
  static func initializeLibrary() { startLibrary }

  private init(options: LiveOptions, inbox: Inbox) {
    self.options = options
    self.inbox = inbox
    guard let multi = curl_multi_init() else {
      preconditionFailure("libcurl cannot create a handle")
    }
    self.multi = multi
    set(CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost)
    set(CURLMOPT_MAX_TOTAL_CONNECTIONS, options.connections)
    set(CURLMOPT_MAXCONNECTS, options.connections)
    set(CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    inbox.open(waking: multi)
  }

  private static let startLibrary: Void = {
    let started = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    precondition(started == CURLE_OK, "libcurl cannot be initialized")
  }()

  private func set(_ option: CURLMoption, _ value: Int) {
    martlet_curl_multi_set_long(multi, option, value)
  }

  private func run() {
    while processInbox() {
      for exchange in exchanges.values { exchange.resume() }
      perform()
      // libcurl 7.88 can leave data of an HTTP/2 connection unread after a stream has ended, and
      // then sleep on all its streams. A second call and short sleeps avoid that.
      if secure > 0 { perform() }
      curl_multi_poll(multi, nil, 0, exchanges.isEmpty ? 60_000 : 50, nil)
    }
    for easy in idle { curl_easy_cleanup(easy) }
    curl_multi_cleanup(multi)
  }

  /// Processes the messages; false after `stop`.
  private func processInbox() -> Bool {
    for item in inbox.drain() {
      switch item {
      case .start(let order): start(order)
      case .cancel(let ticket): cancel(ticket)
      case .stop: return false
      }
    }
    return true
  }

  private func start(_ order: Order) {
    if order.ticket.isCancelled { return order.fail(.cancelled) }
    guard let easy = idle.popLast() ?? curl_easy_init() else {
      return order.fail(.unreachable, detail: "libcurl is out of memory")
    }
    let exchange = Exchange(order, easy: easy, options)
    if let code = exchange.prepare() {
      recycle(easy)
      return order.fail(code)
    }
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
      recycle(easy)
      return order.fail(.unreachable, detail: "libcurl refused the request")
    }
    exchanges[easy] = exchange
    if exchange.isSecure { secure += 1 }
  }

  private func cancel(_ ticket: Ticket) {
    guard let (easy, exchange) = exchanges.first(where: { $0.value.order.ticket === ticket })
    else { return }
    remove(easy)
    exchange.order.fail(.cancelled)
  }

  private func perform() {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    var waiting: Int32 = 0
    while let message = curl_multi_info_read(multi, &waiting) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let exchange = exchanges[easy]
      else { continue }
      let outcome = exchange.outcome(of: martlet_curl_result(message))
      remove(easy)
      exchange.order.finish(outcome)
    }
  }

  private func remove(_ easy: UnsafeMutableRawPointer) {
    curl_multi_remove_handle(multi, easy)
    if let exchange = exchanges.removeValue(forKey: easy), exchange.isSecure { secure -= 1 }
    recycle(easy)
  }

  /// Resets a handle for the next request.
  private func recycle(_ easy: UnsafeMutableRawPointer) {
    curl_easy_reset(easy)
    if idle.count < options.connections { idle.append(easy) } else { curl_easy_cleanup(easy) }
  }
}
