/// Sends requests: a closure, so that layers wrap it and tests script it.
///
///     let client = Client { request in Response(status: 200, body: Array("{}".utf8)) }
package struct Client: Sendable {
  /// Answers a request or says why there is no answer; cancelling the task aborts the exchange.
  package var send: @Sendable (Request) async throws(HTTPError) -> Response

  /// Makes a client of a function.
  package init(send: @escaping @Sendable (Request) async throws(HTTPError) -> Response) {
    self.send = send
  }

  /// What came of a request, as a value.
  func outcome(of request: Request) async -> Result<Response, HTTPError> {
    do throws(HTTPError) {
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }
}
