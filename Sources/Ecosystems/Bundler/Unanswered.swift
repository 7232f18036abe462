import Ecosystem
import Git
import HTTP

/// Why a server of gems, or a repository of gems, gave no answer.
extension Problem {
  init(unanswered error: HTTPError) {
    let words =
      switch error.code {
      case .unreachable: "cannot be reached"
      case .timedOut: "did not answer in time"
      case .tooLarge(let limit): "answers with more than \(limit >> 20) MiB"
      case .tls: "has a certificate that is not trusted"
      case .forbiddenAddress: "has a private address, which the operator's file does not allow"
      case .tooManyRedirects: "redirects too often"
      case .insecureRedirect: "redirects from https to http"
      case .rateLimited(let seconds): "asks to be left alone for \(seconds) seconds"
      case .malformed: "answers with half a body, or with what is no HTTP"
      default: "cannot be asked"
      }
    self.init(.failed, Self.joined(words, error.detail), subject: error.url)
  }

  init(unanswered error: GitError) {
    let words =
      switch error.code {
      case .unreachable: "cannot be reached"
      case .unauthorized: "does not let us in"
      case .notFound: "is not there"
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
