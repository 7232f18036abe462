/// Sends requests.
///
/// It is a closure, so layers can wrap it and tests can replace it.
///
///     let client = Client { request in Response(status: 200, body: Array("{}".utf8)) }
package struct Client: Sendable {
  /// Sends a request and returns the response; canceling the task aborts the exchange.
  package var send: @Sendable (Request) async throws(HTTPError) -> Response

  /// Creates a client from a closure.
  package init(send: @escaping @Sendable (Request) async throws(HTTPError) -> Response) {
    self.send = send
  }

  /// Sends a request and returns the response or error as a value.
  func outcome(of request: Request) async -> Result<Response, HTTPError> {
    do throws(HTTPError) {
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }
}
