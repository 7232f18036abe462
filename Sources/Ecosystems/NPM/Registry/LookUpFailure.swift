package import Ecosystem
package import HTTP
import JSON

/// Why a registry has no packument for a package.
package struct LookUpFailure: Error, Hashable, Sendable {
  /// What is the matter.
  package enum Reason: Hashable, Sendable {
    /// It is no name that a registry could know.
    case invalidName
    /// The project's settings do not tell where to ask.
    case settings(Problem)
    /// No answer came, or a layer of the client refused.
    case noAnswer(HTTPError)
    /// 404 or 410: there is no such package.
    case notFound
    /// 401 or 403.
    case forbidden(status: Int)
    /// Any other status but 200.
    case unexpected(status: Int)
    /// The body is no packument of this package, or only a part of one.
    case malformed(Packument.Defect)

    init(status: Int) {
      switch status {
      case 404, 410: self = .notFound
      case 401, 403: self = .forbidden(status: status)
      default: self = .unexpected(status: status)
      }
    }
  }

  /// Data for callers; `problem` puts it into words.
  package let reason: Reason
  /// Of the package that was asked for; of an alias, the real one.
  package let name: String
  /// Where it was asked for; nil where it was not.
  package let url: String?

  init(_ reason: Reason, name: String, url: String? = nil) {
    self.reason = reason
    self.name = name
    self.url = url
  }

  /// The failure as a person reads it.
  package var problem: Problem {
    switch reason {
    case .invalidName:
      Problem(.refused, "is no name that a registry can be asked for", subject: name)
    case .settings(let problem): problem
    case .noAnswer(let error): failed(LookUpFailure.words(error))
    case .notFound: failed("is not in the registry")
    case .forbidden(let status):
      failed(
        "may not be read from the registry without a credential (\(status))",
        advice: "give the registry's token in the operator's file, under registries")
    case .unexpected(let status): failed("was answered with status \(status) by the registry")
    case .malformed(let defect): failed(LookUpFailure.words(defect))
    }
  }

  private func failed(_ message: String, advice: String? = nil) -> Problem {
    Problem(.failed, message, subject: url.map { "\(name) at \($0)" } ?? name, advice: advice)
  }

  private static func words(_ error: HTTPError) -> String {
    switch error.code {
    case .timedOut: "was not answered in time by the registry"
    case .cancelled: "was no longer asked for"
    case .tooLarge(let limit): "has a document of more than \(limit >> 20) MiB in the registry"
    case .tls: "could not be asked for: the registry's certificate is not trusted"
    case .forbiddenAddress: "was not asked for: the registry has a private address"
    case .tooManyRedirects: "was redirected too often by the registry"
    case .malformed: "was answered by something that is no HTTP, or with half a body"
    case .rateLimited(let seconds):
      "was not answered: the registry asks to be left alone for \(seconds) seconds"
    default: "could not be asked for: the registry cannot be reached"
    }
  }

  private static func words(_ defect: Packument.Defect) -> String {
    switch defect {
    case .syntax(let error): "was answered with something that is no JSON (\(error))"
    case .field(let field): "has a document whose \(field) is not what it has to be"
    case .name(let name): "was answered with the document of \(name)"
    }
  }
}
