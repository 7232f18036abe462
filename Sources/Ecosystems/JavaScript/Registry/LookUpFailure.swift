package import Ecosystem
package import HTTP
import JSON

/// The reason why a packument could not be fetched.
package struct LookUpFailure: Error, Hashable, Sendable {
  /// The kinds of failures.
  package enum Reason: Hashable, Sendable {
    /// The name is invalid, so no request was sent.
    case invalidName
    /// The project's settings do not state a usable registry.
    case settings(Problem)
    /// The request failed, or a layer of the client refused it.
    case noAnswer(HTTPError)
    /// 404 or 410: the registry does not have the package.
    case notFound
    /// 401 or 403.
    case forbidden(status: Int)
    /// Any other status except 200.
    case unexpected(status: Int)
    /// The body is not a complete packument of the package.
    case malformed(Packument.Defect)

    init(status: Int) {
      switch status {
      case 404, 410: self = .notFound
      case 401, 403: self = .forbidden(status: status)
      default: self = .unexpected(status: status)
      }
    }
  }

  /// Whether the registry failed, instead of saying that it doesn't have the package.
  package var isOutage: Bool { reason != .notFound }

  /// The kind of the failure.
  package let reason: Reason
  /// The requested package; for an alias, the registry's name.
  package let name: String
  /// The requested URL; nil if no request was sent.
  package let url: String?

  init(_ reason: Reason, name: String, url: String? = nil) {
    self.reason = reason
    self.name = name
    self.url = url
  }

  /// The failure as a message for people.
  package var problem: Problem {
    switch reason {
    case .invalidName:
      Problem(.refused, "is not a valid package name", subject: name)
    case .settings(let problem): problem
    case .noAnswer(let error):
      failed(LookUpFailure.message(error) + mirror(of: error), advice: error.advice)
    case .notFound: failed("is not in the registry")
    case .forbidden(let status):
      failed(
        "requires a credential at the registry (status \(status))",
        advice: "give the registry's token in the operator's file, under registries")
    case .unexpected(429): failed("could not be fetched: the registry limits the rate of requests")
    case .unexpected(let status): failed("got status \(status) from the registry")
    case .malformed(let defect): failed(LookUpFailure.message(defect))
    }
  }

  /// The mirror that was asked instead of the registry, as an addition to a message.
  private func mirror(of error: HTTPError) -> String {
    guard let url, let asked = try? AbsoluteURL(error.url), let own = try? AbsoluteURL(url),
      asked.origin != own.origin
    else { return "" }
    return " (its mirror is \(asked.origin))"
  }

  private func failed(_ message: String, advice: String? = nil) -> Problem {
    Problem(
      .failed, message, subject: url.map { "\(name) at \($0)" } ?? name, advice: advice,
      unavailable: isDenied ? name : nil)
  }

  /// Whether it is about this package alone: the registry doesn't have it, or doesn't show it.
  var isOfPackage: Bool { reason == .invalidName || isDenied }

  /// Whether the registry answered that it doesn't have the package, or doesn't show it.
  private var isDenied: Bool {
    switch reason {
    case .notFound, .forbidden: true
    default: false
    }
  }

  private static func message(_ error: HTTPError) -> String {
    switch error.code {
    case .timedOut: "got no answer from the registry in time"
    case .cancelled: "was not fetched: the request was cancelled"
    case .tooLarge(let limit): "has a document of more than \(limit >> 20) MiB in the registry"
    case .tls:
      "could not be fetched: the registry \((error.tlsFault ?? .untrusted).predicate)"
    case .forbiddenAddress: "was not fetched: the registry has a private address"
    case .tooManyRedirects: "could not be fetched: the registry redirects too often"
    case .malformed: "could not be fetched: the registry sent a malformed or truncated response"
    case .rateLimited(let seconds):
      "could not be fetched: the registry's rate limit ends in \(seconds.counting("second"))"
    default:
      "could not be fetched: the registry cannot be reached"
        + (error.outage.map { ": \($0)" } ?? "")
    }
  }

  private static func message(_ defect: Packument.Defect) -> String {
    switch defect {
    case .syntax(let error): "has a document that is not JSON (\(error))"
    case .field(let field): "has a document with a missing or malformed \(field)"
    case .name(let name): "got the document of \(name) from the registry"
    }
  }
}
