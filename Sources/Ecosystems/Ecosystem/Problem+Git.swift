package import Git

extension Problem {
  /// Describes why a repository couldn't be read.
  package init(_ error: GitError, of url: String) {
    let reason =
      switch error.code {
      case .unreachable: "does not respond"
      case .unauthorized: "requires authentication"
      case .notFound: "does not exist, or is hidden from this credential"
      case .timedOut: "took too long"
      case .forbiddenAddress: "is at an address that may not be used"
      case .tooLarge(let limit): "needs more than \(limit >> 20) MiB"
      default: "can't be read"
      }
    self.init(
      error.code.isOfContent ? .refused : .failed,
      reason + (error.detail.isEmpty ? "" : ": \(error.detail)"), subject: url,
      advice: error.code == .forbiddenAddress
        ? "allow it with `network.allow-private` or `mirrors` in the operator's file" : nil,
      unavailable: error.code.isDenial ? url : nil)
  }
}

extension GitError.Code {
  /// Whether the content itself can't be used, however often it is read.
  package var isOfContent: Bool {
    if case .tooLarge = self { true } else { false }
  }

  /// Whether the server answered that it doesn't have or doesn't show the repository.
  var isDenial: Bool {
    switch self {
    case .notFound, .unauthorized: true
    default: false
    }
  }
}
