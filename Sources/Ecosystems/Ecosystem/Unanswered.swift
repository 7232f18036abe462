package import Git
package import HTTP

extension Problem {
  /// Describes why a registry can't be read.
  package init(unanswered error: HTTPError) {
    let words =
      switch error.code {
      case .unreachable where error.proxy != nil || error.isUnknownHost || error.isRefused:
        "cannot be reached: \(error.outage ?? "")"
      case .unreachable: "cannot be reached"
      case .timedOut: "did not respond in time"
      case .tooLarge(let limit): "responds with more than \(limit >> 20) MiB"
      case .tls: "has a certificate that is not trusted"
      case .forbiddenAddress: "has a private address, which the operator's file does not allow"
      case .tooManyRedirects: "redirects too often"
      case .insecureRedirect: "redirects from https to http"
      case .rateLimited(let seconds): "limits requests for \(seconds) seconds"
      case .malformed: "sent a malformed or truncated response"
      default: "cannot be read"
      }
    let detail = words.hasPrefix("cannot be reached: ") ? "" : error.detail
    self.init(.failed, Self.joined(words, detail), subject: error.url)
  }

  /// Describes why a git repository can't be read.
  package init(unanswered error: GitError) {
    let words =
      switch error.code {
      case .unreachable: "cannot be reached"
      case .unauthorized: "requires authentication"
      case .notFound: "does not exist"
      case .timedOut: "did not answer in time"
      case .forbiddenAddress: "has an address that the operator's file does not allow"
      case .tooLarge(let limit): "answers with more than \(limit >> 20) MiB"
      default: "cannot be read"
      }
    self.init(.failed, Self.joined(words, error.detail), subject: error.place)
  }

  private static func joined(_ words: String, _ detail: String) -> String {
    detail.isEmpty ? words : "\(words): \(detail)"
  }
}
