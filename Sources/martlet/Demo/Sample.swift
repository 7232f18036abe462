import Git

/// A repository of the demonstration, with the data that it depends on.
struct Sample: Sendable {
  /// The name of the repository, which belongs to `acme`.
  var name: String
  /// The situation, ending with a question.
  var plot: String
  /// The files by path.
  var files: [String: String]
  /// Folders that replace git servers, by URL prefix.
  var remotes: [String: String] = [:]
  /// Responses of registries and forges, by the original URL without query.
  var pages: [String: String] = [:]
}

extension Sample {
  /// Creates all samples, and the repositories that they depend on, below a folder.
  static func all(upstream: String) throws(GitError) -> [Sample] {
    [try SwiftSample.make(upstream: upstream), RubySample.make(), NodeSample.make()]
  }
}
