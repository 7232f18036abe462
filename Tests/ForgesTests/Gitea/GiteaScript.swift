import HTTP
import Logging
import Synchronization
import Testing

@testable import Forges

/// A Gitea that answers from a table and records its requests.
///
///     let tea = GiteaScript(["GET version": (200, #"{"version": "1.22.6"}"#)])
final class GiteaScript: Sendable {
  private let asked = Mutex<[String]>([])
  private let sent = Mutex<[String]>([])
  private let answers: [String: (status: Int, body: String)]

  /// The keys are the method and the path below `/api/v1/`, or below the repository `acme/app`.
  init(_ answers: [String: (Int, String)]) {
    self.answers = answers.mapValues { (status: $0.0, body: $0.1) }
  }

  /// The requests so far, without queries.
  var lines: [String] { asked.withLock { $0 } }

  /// The bodies of the requests that had one.
  var bodies: [String] { sent.withLock { $0 } }

  func forge() throws -> GiteaForge {
    let client = HTTP.Client { request throws(HTTPError) in
      let path = request.url.dropFirst("https://tea.dev/api/v1/".count).prefix { $0 != "?" }
      let short = path.hasPrefix("repos/acme/app/") ? path.dropFirst(15) : path
      let line = "\(request.method.rawValue) \(short)"
      self.asked.withLock { $0.append(line) }
      if let body = request.body, !body.isEmpty {
        self.sent.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
      }
      let answer = self.answers[line] ?? (404, "{}")
      return Response(status: answer.status, headers: [:], body: Array(answer.body.utf8))
    }
    let pacing = HostPacing(pace: .zero, longestWait: .seconds(5), sleep: { _ in })
    return try #require(
      try GiteaForge(
        .gitea,
        ForgeConnection(
          name: "tea", url: "https://tea.dev", credential: .token(Secret("t")), client: client),
        pacing: pacing))
  }
}

/// A pull request in Gitea's format.
func giteaPull(
  title: String = "Bump a", head: String = "c1", isMergeable: Bool = true, isMerged: Bool = false
) -> String {
  """
  {"number": 7, "state": "\(isMerged ? "closed" : "open")", "title": "\(title)", "body": "",
   "head": {"label": "b", "ref": "b", "sha": "\(head)", "repo": {"full_name": "acme/app"}},
   "base": {"label": "main", "ref": "main", "sha": "c0", "repo": {"full_name": "acme/app"}},
   "mergeable": \(isMergeable), "merged": \(isMerged), "merge_commit_sha": "c2"}
  """
}

/// A commit in Gitea's format.
func giteaCommit(_ message: String) -> String {
  #"{"sha": "c1", "commit": {"message": "\#(message)", "tree": {"sha": "t1"}}}"#
}
