internal import CCurl
internal import Logging

/// Sets the options of a libcurl handle, and records whether all were accepted.
struct EasySetup {
  private let easy: UnsafeMutableRawPointer
  private(set) var isAccepted = true

  init(_ easy: UnsafeMutableRawPointer) {
    self.easy = easy
  }

  /// Sets the options for all requests.
  mutating func apply(_ options: LiveOptions) {
    set(CURLOPT_USERAGENT, options.userAgent)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options.connectTimeout))
    if let certificates = options.certificates {
      set(CURLOPT_CAINFO, certificates)
      set(CURLOPT_PROXY_CAINFO, certificates)
    }
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    // libcurl would otherwise read the environment.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_NOPROXY, "")
    // The response of a proxy to CONNECT is not the server's.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    // Enable all encodings that libcurl supports.
    set(CURLOPT_ACCEPT_ENCODING, "")
    // A DNS server that does not respond must not block the thread when a request is canceled.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  /// Sets the options for one request.
  mutating func apply(_ request: Request, url: AbsoluteURL) {
    set(CURLOPT_URL, url.text)
    // Wait for a stream of a pending connection rather than open another one. Without TLS, libcurl would wait
    // for the first response, which says that the server has no streams.
    set(CURLOPT_PIPEWAIT, url.origin.scheme == "https" ? 1 : 0)
    set(CURLOPT_TIMEOUT_MS, milliseconds(request.deadline))
    setOffset(CURLOPT_MAXFILESIZE_LARGE, max(request.bodyLimit, 1))
    if request.body != nil || request.method != .get && request.method != .head {
      let body = request.body ?? []
      setOffset(CURLOPT_POSTFIELDSIZE_LARGE, body.count)
      body.withUnsafeBytes { bytes in
        set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      }
      if body.isEmpty { set(CURLOPT_COPYPOSTFIELDS, "") }
    }
    if request.method == .head { set(CURLOPT_NOBODY, 1) }
    if let certificate = request.clientCertificate {
      set(CURLOPT_SSLCERT, certificate.certificate)
      set(CURLOPT_SSLKEY, certificate.key)
    }
    // If a reused connection fails without a response, libcurl sends the request again, even a
    // POST. A request that is not idempotent therefore gets a new connection.
    set(CURLOPT_FRESH_CONNECT, request.isIdempotent ? 0 : 1)
    set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  /// Sends the request through a proxy.
  mutating func apply(proxy: Secret) {
    set(CURLOPT_PROXY, proxy.reveal())
  }

  /// Returns the header in libcurl's format; nil if a field is invalid.
  func headerLines(of request: Request) -> UnsafeMutablePointer<curl_slist>? {
    var headers = request.headers
    if let credential = request.credential { headers["Authorization"] = credential.reveal() }
    // By default libcurl waits for a 100 response before it sends a body, and labels each body as a
    // form.
    var lines = ["Expect:"]
    if headers["Content-Type"] == nil { lines.append("Content-Type:") }
    for field in headers.fields {
      guard Self.isToken(field.name), Self.isValue(field.value) else { return nil }
      lines.append(
        field.value.withoutOptionalWhitespace.isEmpty
          ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) }
    return list
  }

  /// Whether this is a valid field name (RFC 9110 section 5.6.2).
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether this is a valid field value: no control characters (section 5.5).
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
  }

  private func milliseconds(_ duration: Duration) -> Int {
    // libcurl treats zero as no limit.
    Int(min(max(duration / .milliseconds(1), 1), 1e9))
  }
}

extension EasySetup {
  mutating func set(_ option: CURLoption, _ value: Int) {
    check(martlet_curl_set_long(easy, option, value))
  }

  mutating func setOffset(_ option: CURLoption, _ value: Int) {
    check(martlet_curl_set_offset(easy, option, value))
  }

  mutating func set(_ option: CURLoption, _ value: String) {
    check(martlet_curl_set_text(easy, option, value))
  }

  mutating func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    check(martlet_curl_set_pointer(easy, option, value))
  }

  mutating func set(_ option: CURLoption, _ callback: martlet_curl_data?) {
    check(martlet_curl_set_data(easy, option, callback))
  }

  mutating func setOpenSocket(_ callback: curl_opensocket_callback?) {
    check(martlet_curl_set_open_socket(easy, callback))
  }

  private mutating func check(_ result: CURLcode) {
    if result != CURLE_OK { isAccepted = false }
  }
}
