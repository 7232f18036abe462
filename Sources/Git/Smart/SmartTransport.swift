package import Logging

/// Sends what git asks of an HTTP server: a closure, so that this module needs no client of its own.
///
/// With it remotes are read shallowly, by protocol version 2, under the client's own rules for
/// redirects, deadlines and addresses.
package struct SmartTransport: Sendable {
  /// The two programs of a git server.
  package enum Service: String, Sendable {
    /// Hands out objects; asking twice changes nothing.
    case uploadPack = "git-upload-pack"
    /// Takes a push.
    case receivePack = "git-receive-pack"
  }

  /// A question to a git server.
  package struct Question: Sendable {
    /// Below the repository's address: `…/info/refs?service=git-upload-pack`, `…/git-upload-pack`.
    package var url: String
    /// The program that answers.
    package var service = Service.uploadPack
    /// Nil asks by GET.
    package var body: [UInt8]?
    /// The whole value of `Authorization`.
    package var authorization: Secret?
    /// For the whole exchange, redirects included.
    package var deadline: Duration
    /// In bytes; a larger answer is to fail with `.tooLarge`.
    package var bodyLimit: Int

    /// The headers that the protocol demands.
    package var headers: [(name: String, value: String)] {
      // Version 2 has no pushes.
      var headers = service == .uploadPack ? [(name: "Git-Protocol", value: "version=2")] : []
      if body != nil {
        let type = "application/x-\(service.rawValue)"
        headers.append((name: "Content-Type", value: "\(type)-request"))
        headers.append((name: "Accept", value: "\(type)-result"))
      }
      return headers
    }
  }

  /// A server's answer.
  package struct Answer: Sendable {
    /// Any status is an answer: 401 and 404 are judged by who asked.
    package var status: Int
    /// Decompressed: pkt-lines, or what a server says to a wrong question.
    package var body: [UInt8]
    /// Where it came from in the end, after redirects.
    package var url: String

    /// Takes over a response.
    package init(status: Int, body: [UInt8], url: String) {
      self.status = status
      self.body = body
      self.url = url
    }
  }

  /// Whatever keeps it from an answer is to be told as a `GitError`.
  package var send: @Sendable (Question) async throws(GitError) -> Answer

  /// Makes a transport of a function.
  package init(send: @escaping @Sendable (Question) async throws(GitError) -> Answer) {
    self.send = send
  }
}
