import Git

/// A repository that the demo shows, and the world that it depends on.
struct Sample: Sendable {
  /// Its name at the forge, where it belongs to `acme`.
  var name: String
  /// What has become of it, in a sentence that ends with a question.
  var plot: String
  /// Its files, by path.
  var files: [String: String]
  /// Folders that stand for git servers, by the prefix of the URLs that they answer.
  var remotes: [String: String] = [:]
  /// What registries and forges answer, by the URL that the world knows, without its query.
  var pages: [String: String] = [:]
}

extension Sample {
  /// Makes all samples, and the repositories that they depend on below a folder.
  static func all(upstream: String) throws(GitError) -> [Sample] {
    [try SwiftSample.make(upstream: upstream), RubySample.make(), NodeSample.make()]
  }
}
