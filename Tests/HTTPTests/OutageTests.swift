import HTTP
import Testing

@Suite struct `An outage of a server` {
  private func error(
    _ code: HTTPError.Code, _ detail: String = "", _ change: (inout HTTPError) -> Void = { _ in }
  ) -> HTTPError {
    var error = HTTPError(code, url: "https://npm.acme.dev/a", detail: detail)
    change(&error)
    return error
  }

  @Test func `a server that can't be reached is described in words`() {
    #expect(
      error(.unreachable, "x") { $0.isUnknownHost = true }.outage
        == "its host name does not resolve")
    #expect(error(.unreachable, "x") { $0.isRefused = true }.outage == "the connection was refused")
    #expect(error(.unreachable, "reset").outage == "the connection failed (reset)")
    #expect(
      error(.unreachable, "response 502") { $0.proxy = "http://p:1" }.outage
        == "the proxy http://p:1 does not connect to it (response 502)")
    #expect(error(.timedOut, "x").outage == "it did not respond in time")
    #expect(
      error(.tls, "self-signed certificate").outage
        == "its certificate is not trusted (self-signed certificate)")
    #expect(error(.malformed).outage == nil)
  }
}
