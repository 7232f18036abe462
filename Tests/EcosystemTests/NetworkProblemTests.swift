import Ecosystem
import Git
import HTTP
import Testing

/// What people read if a server doesn't serve: which one, why, and what to do.
@Suite struct `A server that gives no answer` {
  private static let url = "https://registry.acme.dev/v2/app"

  @Test(arguments: [
    (HTTPError.Code.tls, "has a certificate that is not trusted", "tls: {ca-file: …}"),
    (.forbiddenAddress, "has a private address", "network: {allow-private: […]}"),
    (.timedOut, "did not respond in time", "try again later"),
    (.unreachable, "cannot be reached", "check that the server runs"),
  ])
  func `is named with its URL, the reason and what to do`(
    code: HTTPError.Code, reason: String, advice: String
  ) {
    let problem = Problem(failedRequest: HTTPError(code, url: Self.url))
    #expect(problem.subject == Self.url)
    #expect(problem.message.hasPrefix(reason))
    #expect(problem.advice?.contains(advice) == true)
  }

  @Test(arguments: [
    (
      "SSL certificate problem: certificate has expired", "has a certificate that has expired",
      "renew"
    ),
    (
      "SSL: no alternative certificate subject name matches target host name 'a'",
      "has a certificate for another host name", "host name of the certificate"
    ),
    (
      "error:0A00010B:SSL routines::wrong version number",
      "answers without TLS, although its URL begins with https", "write http"
    ),
    (
      "SSL certificate problem: self-signed certificate", "has a certificate that is not trusted",
      "tls: {ca-file: …}"
    ),
  ])
  func `is described by what is wrong with its certificate`(
    detail: String, reason: String, advice: String
  ) {
    var error = HTTPError(.tls, url: Self.url, detail: detail)
    error.tlsFault = .init(message: detail)
    let problem = Problem(failedRequest: error)
    #expect(problem.message == "\(reason): \(detail)")
    #expect(problem.advice?.contains(advice) == true)
  }

  @Test func `is distinguished from an unknown host and a proxy`() {
    var error = HTTPError(.unreachable, url: Self.url)
    error.isUnknownHost = true
    #expect(Problem(failedRequest: error).message.hasSuffix("its host name does not resolve"))
    #expect(Problem(failedRequest: error).advice?.contains("name servers") == true)
    error.proxy = "http://proxy.acme.dev:3128"
    #expect(Problem(failedRequest: error).message.contains("the proxy http://proxy.acme.dev:3128"))
    #expect(Problem(failedRequest: error).advice?.contains("HTTPS_PROXY") == true)
  }

  @Test(arguments: [
    (GitError.Code.unauthorized, "requires authentication", "under registries"),
    (.forbiddenAddress, "has an address", "allow-private"),
  ])
  func `is named if it serves git`(code: GitError.Code, reason: String, advice: String) {
    let problem = Problem(failedRequest: GitError(code, subject: "https://git.acme.dev/a.git"))
    #expect(problem.subject == "https://git.acme.dev/a.git")
    #expect(problem.message.hasPrefix(reason))
    #expect(problem.advice?.contains(advice) == true)
  }
}
