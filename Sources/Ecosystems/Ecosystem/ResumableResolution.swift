/// A resolution that makes no requests: it runs until it ends or needs more documents.
///
/// A document is the response of a registry or a repository: the versions of a package, or a
/// manifest. `ResolutionDriver` fetches the documents and resumes the resolution:
///
///     resume -> needs(["rack"]) -> add(rack) -> resume -> finished(lock)
///
/// The output must not depend on the order in which documents are added, nor on documents that were
/// only hints.
package protocol ResumableResolution<Need, Document, Output> {
  /// Identifies a document; its description names the package in messages.
  associatedtype Need: Hashable, Sendable, CustomStringConvertible
  /// The result of a request that succeeded.
  associatedtype Document: Sendable
  /// The result of the resolution.
  associatedtype Output

  /// Runs until the resolution ends or needs more documents.
  ///
  /// - Throws: a `Problem` if there is no solution, or for an input that is refused.
  mutating func resume() throws(Problem) -> ResolutionStep<Output, Need>

  /// Adds a document.
  ///
  /// - Returns: documents that are probably needed next, which the driver fetches ahead of need.
  mutating func add(_ document: Document, for need: Need) throws(Problem) -> [Need]
}

/// The state of a resolution after it was resumed.
package enum ResolutionStep<Output, Need> {
  /// The resolution ended.
  case finished(Output)
  /// It needs documents to continue; the hints are documents that it will probably need next.
  case needs([Need], hints: [Need] = [])
}
