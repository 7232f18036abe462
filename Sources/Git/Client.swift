/// Reads remote repositories: closures, so that layers wrap them and tests script them.
package struct Client: Sendable {
  /// Lists what a remote advertises, annotated tags peeled; no object is fetched.
  package var references: @Sendable (_ remote: String) async throws(GitError) -> [Reference]

  /// Reads files at a commit of a remote: the bytes of those that exist, by path.
  ///
  /// `reference` is the advertised name that leads to the commit, so that only it is fetched.
  package var files:
    @Sendable (_ remote: String, _ reference: Reference, _ select: @escaping PathFilter)
      async throws(GitError) -> [String: [UInt8]]

  /// Says which paths are wanted of a tree.
  package typealias PathFilter = @Sendable (String) -> Bool

  /// Makes a client of functions.
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
