package import Git

/// Signs the commits of a forge with the operator's key.
///
/// The key itself may be elsewhere: a worker asks its parent.
package struct CommitSigner: Sendable {
  /// The author and committer of signed commits; nil: the credential's account.
  ///
  /// Hosts only accept a signature if the key belongs to the account with the committer's address.
  package var author: Author?
  /// Returns the armored signature of a commit for a repository.
  package var sign: @Sendable (UnsignedCommit, RepositoryName) async throws(ForgeError) -> String

  /// Creates a signer.
  package init(
    author: Author? = nil,
    sign: @escaping @Sendable (UnsignedCommit, RepositoryName) async throws(ForgeError) -> String
  ) {
    self.author = author
    self.sign = sign
  }
}

/// Writes commits that are signed with the operator's key.
package protocol CommitSigning: Sendable {
  /// Signs the commits that it writes; nil: they aren't signed with the operator's key.
  var signer: CommitSigner? { get }

  /// Whether all commits that it writes are signed, by the operator's key or by the host.
  var signsAll: Bool { get }

  /// Returns the name and address of the credential's account, for commits without the key's.
  func accountAuthor() async throws(ForgeError) -> Author

  /// Returns whether a repository has a commit.
  func hasCommit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool
}

extension CommitSigning {
  /// Returns the author and committer of the commits that it writes: the key's account, or the
  /// credential's.
  package func commitAuthor() async throws(ForgeError) -> Author {
    if let author = signer?.author { return author }
    return try await accountAuthor()
  }

  /// Whether the operator has a key.
  package var signsAll: Bool { signer != nil }

  /// Whether commits with an address are attributed to the key's account instead of the credential's.
  package func signs(as address: String) -> Bool {
    signer?.author.map { $0.email.lowercased() == address.lowercased() } ?? false
  }
}
