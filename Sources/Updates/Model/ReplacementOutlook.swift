package import Ecosystem

/// Whether a pull request replaces a deprecated dependency.
package enum ReplacementOutlook: Hashable, Sendable {
  /// By one of the releases of a package, best first.
  case proposed(by: String, [Release], RuleFacts)
  /// A person closed the pull request with this number, so that this version isn't proposed.
  case declined(by: String, version: String, number: Int)
  /// People have to replace it, for a reason such as `Podfile has Kit already`.
  case offered(reason: String)
  /// It isn't known, because a request failed.
  case unknown(reason: String)

  /// What follows the name of the successor in a sentence.
  var clause: String {
    switch self {
    case .proposed, .declined: ""
    case .offered(let reason): ", which is only offered: \(reason)"
    case .unknown(let reason): ", about which nothing is known now: \(reason)"
    }
  }
}
