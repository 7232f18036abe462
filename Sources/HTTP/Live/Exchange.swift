internal import Addresses
internal import CCurl
internal import Libc
internal import Logging
import Text

/// A request on the network thread, with the part of its response that has arrived.
///
/// libcurl's callbacks have its address, which is valid as long as the thread holds the exchange.
final class Exchange {
  let order: Order
  private let easy: UnsafeMutableRawPointer
  private let options: LiveOptions
  /// Nil for a direct connection.
  private let proxy: Secret?
  private var head = HeadReader()
  private var body: [UInt8] = []
  private var isTooLarge = false
  /// Whether the transfer waits for memory.
  private var isPaused = false
  private var isForbidden = false
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let errorBuffer: UnsafeMutablePointer<CChar>

  init(_ order: Order, easy: UnsafeMutableRawPointer, _ options: LiveOptions) {
    self.order = order
    self.easy = easy
    self.options = options
    proxy = options.proxies.proxy(for: order.url.origin)
    errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_slist_free_all(lines)
    errorBuffer.deallocate()
  }

  /// Whether the server is reached over TLS.
  var isSecure: Bool { order.url.origin.scheme == "https" }

  /// Configures the handle; returns an error if the request is invalid.
  func prepare() -> HTTPError.Code? {
    var setup = EasySetup(easy)
    setup.apply(options)
    setup.apply(order.request, url: order.url)
    if let proxy { setup.apply(proxy: proxy) }
    guard let lines = setup.headerLines(of: order.request) else { return .invalidHeader }
    self.lines = lines
    setup.set(CURLOPT_HTTPHEADER, lines)
    setup.set(CURLOPT_ERRORBUFFER, errorBuffer)
    receive(by: &setup)
    return setup.isAccepted ? nil : .invalidURL
  }

  /// Returns the result after libcurl has finished.
  func outcome(of result: CURLcode) -> Order.Outcome {
    guard result == CURLE_OK else { return .failure(error(result)) }
    guard let status = head.status else { return .failure(error(CURLE_WEIRD_SERVER_REPLY)) }
    // Only a proxy sends this status (RFC 9110 section 15.5.8).
    if status == 407, let proxy {
      var error = proxyError(proxy, "it requires a credential")
      error.needsProxyCredential = true
      return .failure(error)
    }
    return .success(
      Response(status: status, headers: head.headersOfContent, body: body, url: order.url.text))
  }

  private func error(_ result: CURLcode) -> HTTPError {
    let own = String(cString: errorBuffer)
    let detail = own.isEmpty ? String(cString: curl_easy_strerror(result)) : own
    let limit = order.request.bodyLimit
    let code: HTTPError.Code =
      if isForbidden && head.status == nil { .forbiddenAddress } else if isTooLarge {
        .tooLarge(limit: limit)
      } else { HTTPError.Code(result, hasStatus: head.status != nil, bodyLimit: limit) }
    var error = HTTPError(code, url: order.url.withoutQuery, detail: detail)
    if code == .tls { error.tlsFault = HTTPError.TLSFault(message: detail) }
    error.isUnknownHost = result == CURLE_COULDNT_RESOLVE_HOST
    error.isRefused = result == CURLE_COULDNT_CONNECT
    if let proxy, code == .unreachable, isFault(ofProxy: result, detail) {
      return proxyError(proxy, detail)
    }
    return error
  }

  /// Whether the connection to the proxy failed, or the proxy refused to connect to the host.
  private func isFault(ofProxy result: CURLcode, _ detail: String) -> Bool {
    switch result {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY: true
    case CURLE_RECV_ERROR: detail.contains("CONNECT") || detail.contains("proxy")
    default: false
    }
  }

  private func proxyError(_ proxy: Secret, _ detail: String) -> HTTPError {
    var error = HTTPError(.unreachable, url: order.url.withoutQuery, detail: detail)
    error.proxy = Proxies.shown(proxy)
    return error
  }

  private func receive(by setup: inout EasySetup) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    setup.set(CURLOPT_WRITEDATA, context)
    setup.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Exchange.at(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    setup.set(CURLOPT_HEADERDATA, context)
    setup.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Exchange.at(context).receiveLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    setup.set(CURLOPT_OPENSOCKETDATA, context)
    setup.setOpenSocket { context, _, address in
      Exchange.at(context).openSocket(address)
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Exchange {
    guard let context else { preconditionFailure("libcurl lost its context") }
    return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }

  /// Accepting fewer bytes than were offered makes libcurl abort.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count <= order.request.bodyLimit - body.count else {
      isTooLarge = true
      return 0
    }
    if let reservation = order.request.reservation, !reservation.take(bytes.count) {
      isPaused = true
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    if body.isEmpty { body.reserveCapacity(expectedSize(atLeast: bytes.count)) }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  /// Continues a transfer that waits for memory; libcurl then offers the same bytes again.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Estimates the size of the body so that its buffer need not grow; compression makes JSON about
  /// six times smaller.
  private func expectedSize(atLeast first: Int) -> Int {
    let fields = Headers(head.fields)
    let factor = fields["Content-Encoding"] == nil ? 1 : 6
    let told = fields["Content-Length"]?.number(limitedTo: 0...order.request.bodyLimit / factor)
    return max(first, (told ?? 0) * factor)
  }

  private func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    head.read(Array(bytes)) ? bytes.count : 0
  }

  /// Opens a socket for an address of the host, unless the address is forbidden.
  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(martlet_curl_address(address, &bytes))
    // The address is that of the operator's proxy; `TargetCheck` has judged that of the host.
    guard proxy != nil || allows(Array(bytes.prefix(count))) else {
      isForbidden = true
      return CURL_SOCKET_BAD
    }
    let flags = address.pointee.socktype | Socket.closeOnExec
    return socket(address.pointee.family, flags, address.pointee.protocol)
  }

  private func allows(_ address: [UInt8]) -> Bool {
    !PrivateAddress.contains(address) || options.allowsPrivate(order.url.origin)
      || options.allowsAddress(address)
  }
}
