/// Why advisories could not be read.
package enum AdvisoryFailure: Error, Hashable, Sendable {
  /// The source did not answer, or too late.
  case unreachable(url: String, detail: String)
  /// The source answered with an error.
  case refused(url: String, status: Int)
  /// What came is no answer in OSV's format; `what` names the part that is missing or wrong.
  case malformed(url: String, what: String)
  /// More than a pass takes: advisories, pages, or time.
  case tooMuch(what: String)

  /// The rest of a sentence that begins with "the advisories could not be read".
  package var words: String {
    switch self {
    case .unreachable(let url, let detail):
      "\(url) does not answer\(detail.isEmpty ? "" : " (\(detail))")"
    case .refused(let url, let status): "\(url) answers with status \(status)"
    case .malformed(let url, let what): "the answer of \(url) is not OSV's: \(what)"
    case .tooMuch(let what): what
    }
  }
}
