import HTTP
import Logging
import Synchronization
import Testing

@testable import Forges

/// A GitHub that answers from a script and records its requests.
final class GitHubScript: Sendable {
  private let asked = Mutex<[Request]>([])
  private let answer: @Sendable (Request, Int) throws(HTTPError) -> Response

  init(_ answer: @escaping @Sendable (Request, Int) throws(HTTPError) -> Response) {
    self.answer = answer
  }

  var requests: [Request] { asked.withLock { $0 } }

  /// Which requests went out, without the host.
  var lines: [String] {
    requests.map { "\($0.method.rawValue) \($0.url.dropFirst("https://api.github.com".count))" }
  }

  /// Records a request and answers it.
  func send(_ request: Request) throws(HTTPError) -> Response {
    let number = asked.withLock { requests in
      requests.append(request)
      return requests.count
    }
    return try answer(request, number)
  }

  func forge(_ credential: GitHubCredential = .token(Secret("t0ken"))) throws -> GitHubForge {
    let client = HTTP.Client { request throws(HTTPError) in try self.send(request) }
    let pacing = HostPacing(pace: .zero, longestWait: .seconds(5), sleep: { _ in })
    return try #require(
      GitHubForge(
        name: "hub", url: "https://github.com", as: credential, by: client, pacing: pacing))
  }
}

/// Answers with a status and a JSON text.
func scripted(_ status: Int, _ text: String, _ headers: Headers = [:]) -> Response {
  Response(status: status, headers: headers, body: Array(text.utf8))
}

extension GitHubScript {
  /// The forge, where only `ForgeError` may be thrown.
  func forgeOrFail() throws(ForgeError) -> GitHubForge {
    do { return try forge() } catch { throw ForgeError(.unsupported, subject: "test") }
  }
}
