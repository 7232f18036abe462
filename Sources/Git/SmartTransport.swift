package import Logging

/// Sends git's HTTP requests.
///
/// It is a closure, so this module needs no HTTP client.
///
/// With a transport, remotes are fetched shallowly with protocol version 2. The client's rules for
/// redirects, deadlines and addresses apply.
package struct SmartTransport: Sendable {
  /// The two programs of a git server.
  package enum Service: String, Sendable {
    /// Sends objects; idempotent.
    case uploadPack = "git-upload-pack"
    /// Receives a push.
    case receivePack = "git-receive-pack"
  }

  /// A request to a git server.
  package struct Question: Sendable {
    /// A URL below the repository's address: `…/info/refs?service=git-upload-pack`,
    /// `…/git-upload-pack`.
    package var url: String
    /// The service.
    package var service = Service.uploadPack
    /// The body of a POST; nil sends a GET.
    package var body: [UInt8]?
    /// The complete value of the `Authorization` header.
    package var authorization: Secret?
    /// For the whole exchange, including redirects.
    package var deadline: Duration
    /// The maximum size of the response in bytes; a larger response fails with `.tooLarge`.
    package var bodyLimit: Int

    /// The headers that the protocol requires.
    package var headers: [(name: String, value: String)] {
      // Version 2 supports no pushes.
      var headers = service == .uploadPack ? [(name: "Git-Protocol", value: "version=2")] : []
      if body != nil {
        let type = "application/x-\(service.rawValue)"
        headers.append((name: "Content-Type", value: "\(type)-request"))
        headers.append((name: "Accept", value: "\(type)-result"))
      }
      return headers
    }
  }

  /// A server's response.
  package struct Answer: Sendable {
    /// Any status, including 401 and 404.
    package var status: Int
    /// The decompressed body: pkt-lines, or an error message.
    package var body: [UInt8]
    /// The URL after redirects.
    package var url: String

    /// Creates a response.
    package init(status: Int, body: [UInt8], url: String) {
      self.status = status
      self.body = body
      self.url = url
    }
  }

  /// Sends a request; all failures are thrown as a `GitError`.
  package var send: @Sendable (Question) async throws(GitError) -> Answer

  /// Creates a transport from a closure.
  package init(send: @escaping @Sendable (Question) async throws(GitError) -> Answer) {
    self.send = send
  }
}
