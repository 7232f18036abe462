internal import CCurl
internal import Libc
package import Logging

/// A mail server to which messages are submitted (RFC 6409), reached by libcurl.
package struct MailServer: Sendable {
  /// `smtps://HOST[:PORT]` for TLS from the start, `smtp://HOST[:PORT]` for STARTTLS.
  package var url: Secret
  /// The account; nil: none is needed.
  package var username: String?
  /// Its password, which is sent over TLS only.
  package var password: Secret?
  /// A PEM file of trusted certificates; nil for the system's.
  package var certificates: String?
  /// The time for the whole submission.
  package var deadline = Duration.seconds(30)

  /// Creates a server without an account.
  package init(
    url: Secret, username: String? = nil, password: Secret? = nil, certificates: String? = nil
  ) {
    self.url = url
    self.username = username
    self.password = password
    self.certificates = certificates
  }

  /// Submits a message; returns when the server has accepted it for all recipients.
  ///
  /// - Throws: `HTTPError` with the server's reason, which contains no address of the server.
  package func submit(_ mail: Mail) async throws(HTTPError) {
    let result: Result<Void, HTTPError> = await withCheckedContinuation { continuation in
      requireThread { continuation.resume(returning: Submission(self, mail).run()) }
    }
    try result.get()
  }
}

/// A message with its envelope.
package struct Mail: Sendable {
  /// The address of the sender.
  package var from: String
  /// The addresses of the recipients.
  package var to: [String]
  /// The header and the body, with CRLF at the end of each line.
  package var text: String

  /// Creates a message.
  package init(from: String, to: [String], text: String) {
    self.from = from
    self.to = to
    self.text = text
  }
}

/// A submission on a thread of its own, because libcurl's function blocks.
private final class Submission {
  private let server: MailServer
  private let mail: Mail
  private var rest: ArraySlice<UInt8>

  init(_ server: MailServer, _ mail: Mail) {
    self.server = server
    self.mail = mail
    rest = Array(mail.text.utf8)[...]
  }

  func run() -> Result<Void, HTTPError> {
    NetworkThread.initializeLibrary()
    guard let easy = curl_easy_init() else { return .failure(HTTPError(.unreachable, url: "")) }
    defer { curl_easy_cleanup(easy) }
    var recipients: UnsafeMutablePointer<curl_slist>?
    for address in mail.to { recipients = curl_slist_append(recipients, "<\(address)>") }
    defer { curl_slist_free_all(recipients) }
    let errors = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    defer { errors.deallocate() }
    guard configure(easy, recipients, errors) else {
      return .failure(HTTPError(.invalidURL, url: ""))
    }
    let result = curl_easy_perform(easy)
    guard result != CURLE_OK else { return .success(()) }
    let own = String(cString: errors)
    let detail = own.isEmpty ? String(cString: curl_easy_strerror(result)) : own
    return .failure(error(result, detail))
  }

  private func configure(
    _ easy: UnsafeMutableRawPointer, _ recipients: UnsafeMutablePointer<curl_slist>?,
    _ errors: UnsafeMutablePointer<CChar>
  ) -> Bool {
    var setup = EasySetup(easy)
    setup.set(CURLOPT_URL, server.url.reveal())
    setup.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    setup.set(CURLOPT_PROXY, "")
    setup.set(CURLOPT_NOSIGNAL, 1)
    setup.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    setup.set(CURLOPT_TIMEOUT_MS, Int(server.deadline / .milliseconds(1)))
    if let certificates = server.certificates { setup.set(CURLOPT_CAINFO, certificates) }
    if let password = server.password {
      setup.set(CURLOPT_USERNAME, server.username ?? "")
      setup.set(CURLOPT_PASSWORD, password.reveal())
    }
    let level = server.password == nil ? CURLUSESSL_TRY : CURLUSESSL_ALL
    setup.set(CURLOPT_USE_SSL, Int(level.rawValue))
    setup.set(CURLOPT_MAIL_FROM, "<\(mail.from)>")
    setup.set(CURLOPT_MAIL_RCPT, recipients)
    setup.set(CURLOPT_UPLOAD, 1)
    setup.set(CURLOPT_ERRORBUFFER, errors)
    setup.set(CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
    setup.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
      guard let context, let bytes else { return 0 }
      return Unmanaged<Submission>.fromOpaque(context).takeUnretainedValue()
        .read(into: bytes, atMost: size * count)
    }
    return setup.isAccepted
  }

  private func read(into bytes: UnsafeMutablePointer<CChar>, atMost count: Int) -> Int {
    let part = rest.prefix(count)
    for (index, byte) in part.enumerated() { bytes[index] = CChar(bitPattern: byte) }
    rest = rest.dropFirst(count)
    return part.count
  }

  private func error(_ result: CURLcode, _ detail: String) -> HTTPError {
    let code: HTTPError.Code =
      switch result {
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED: .tls
      default: .unreachable
      }
    var error = HTTPError(code, url: "", detail: detail)
    if code == .tls { error.tlsFault = HTTPError.TLSFault(message: detail) }
    error.isUnknownHost = result == CURLE_COULDNT_RESOLVE_HOST
    error.isRefused = result == CURLE_COULDNT_CONNECT
    return error
  }
}
