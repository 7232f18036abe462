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

  /// Selects paths of a tree.
  package typealias PathFilter = @Sendable (String) -> Bool

  /// Creates a client from closures.
  package init(
    references: @escaping @Sendable (String) async throws(GitError) -> [Reference],
    files:
      @escaping @Sendable (String, Reference, @escaping PathFilter)
      async throws(GitError) -> [String: [UInt8]]
  ) {
    self.references = references
    self.files = files
  }
}
