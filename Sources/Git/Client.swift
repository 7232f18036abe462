/// Reads remote repositories.
///
/// It consists of closures, so layers can wrap them and tests can replace them.
package struct Client: Sendable {
  /// Lists what a remote advertises, with peeled annotated tags; fetches no objects.
  package var references: @Sendable (_ remote: String) async throws(GitError) -> [Reference]

  /// Reads the existing files at a commit of a remote, by path.
  ///
  /// `reference` is the advertised name of the commit, so that only that reference is fetched.
  package var files:
    @Sendable (_ remote: String, _ reference: Reference, _ select: @escaping PathFilter)
      async throws(GitError) -> [String: [UInt8]]

  /// Returns when commits or annotated tags of a remote were made, in seconds since 1970, by object.
  ///
  /// Of a tag it is the later one of its own time and that of its commit. An object is missing if the
  /// remote can't send it without files.
  package var times:
    @Sendable (_ remote: String, _ objects: [String]) async throws(GitError) -> [String: Int64]

  /// Selects paths of a tree.
  package typealias PathFilter = @Sendable (String) -> Bool

  /// Creates a client from closures, by default without times.
  package init(
    references: @escaping @Sendable (String) async throws(GitError) -> [Reference],
    files:
      @escaping @Sendable (String, Reference, @escaping PathFilter)
      async throws(GitError) -> [String: [UInt8]],
    times:
      @escaping @Sendable (String, [String]) async throws(GitError) -> [String: Int64] = { _, _ in
        [:]
      }
  ) {
    self.references = references
    self.files = files
    self.times = times
  }
}
