package import HTTP
internal import Synchronization

/// A client that responds by a script and records its requests.
///
///     let wire = ScriptedClient { request in Response(status: 200, url: request.url) }
///     let client = wire.client.followingRedirects()
///     #expect(wire.requests.map(\.url) == ["https://a.dev/"])
package final class ScriptedClient: Sendable {
  /// Responds to a request, given its number.
  package typealias Script =
    @Sendable (_ request: Request, _ number: Int) async throws(HTTPError) -> Response

  private let script: Script
  private let asked = Mutex<[Request]>([])

  /// Responds by a function of the request and its number, counted from 0.
  package init(numbered script: @escaping Script) {
    self.script = script
  }

  /// Responds by a function of the request.
  package convenience init(
    _ script: @escaping @Sendable (Request) async throws(HTTPError) -> Response
  ) {
    self.init(numbered: { request, _ throws(HTTPError) in try await script(request) })
  }

  /// Returns the given responses in order, repeating the last one.
  package convenience init(_ outcomes: Result<Response, HTTPError>...) {
    self.init(numbered: { request, number throws(HTTPError) in
      guard let outcome = outcomes.isEmpty ? nil : outcomes[min(number, outcomes.count - 1)]
      else { throw HTTPError(.unreachable, url: request.url, detail: "the script is empty") }
      var response = try outcome.get()
      if response.url.isEmpty { response.url = request.url }
      return response
    })
  }

  /// The requests so far.
  package var requests: [Request] { asked.withLock(\.self) }

  /// The client, to which layers can be added.
  package var client: Client {
    Client { request throws(HTTPError) in
      let number = self.asked.withLock { requests in
        requests.append(request)
        return requests.count - 1
      }
      return try await self.script(request, number)
    }
  }
}
