/// A failure to fetch advisories.
package enum AdvisoryFailure: Error, Hashable, Sendable {
  /// The source did not respond, or not in time.
  case unreachable(url: String, detail: String)
  /// The source responded with an error status.
  case refused(url: String, status: Int)
  /// The response is not valid OSV; `what` describes the invalid part.
  case malformed(url: String, what: String)
  /// A limit of the pass was exceeded: the number of advisories or pages, or the time.
  case tooMuch(what: String)

  /// A description that follows "the advisories could not be read".
  package var message: String {
    switch self {
    case .unreachable(let url, let detail):
      "\(url) does not answer\(detail.isEmpty ? "" : " (\(detail))")"
    case .refused(let url, let status): "\(url) responds with status \(status)"
    case .malformed(let url, let what): "the response of \(url) is not valid OSV: \(what)"
    case .tooMuch(let what): what
    }
  }

  /// Whether the source responded, but doesn't accept the query.
  var isRejection: Bool {
    if case .refused(url: _, status: 400) = self { true } else { false }
  }
}
