/// A repository as its forge describes it to this credential.
package struct Repository: Hashable, Codable, Sendable {
  /// The present one, which may differ from the one asked for after a renaming.
  package var name: RepositoryName
  /// What stays when name or owner change; nil where the host gives no such thing.
  package var identifier: String?
  /// The branch that updates go to unless a file says otherwise.
  package var defaultBranch: String
  /// Read-only by its owner's wish: nothing can be written.
  package var isArchived: Bool
  /// Whether strangers cannot read it; false where the host does not say.
  package var isPrivate: Bool
  /// Whether this credential may create branches.
  package var canPush: Bool
  /// Whether pull requests can be told to merge by themselves.
  package var allowsAutoMerge: Bool
  /// Where people look at it.
  package var webURL: String

  /// Describes a repository; the flags default to an ordinary open one.
  package init(
    name: RepositoryName, identifier: String? = nil, defaultBranch: String,
    isArchived: Bool = false, isPrivate: Bool = false, canPush: Bool = true,
    allowsAutoMerge: Bool = false, webURL: String = ""
  ) {
    self.name = name
    self.identifier = identifier
    self.defaultBranch = defaultBranch
    self.isArchived = isArchived
    self.isPrivate = isPrivate
    self.canPush = canPush
    self.allowsAutoMerge = allowsAutoMerge
    self.webURL = webURL
  }
}

/// The repositories that a forge lists, and whose it would not list for now.
package struct RepositoryListing: Hashable, Sendable {
  /// Sorted by name.
  package var repositories: [Repository]
  /// Why some are missing: `rateLimited`, each with the owner whose installation it is about.
  package var resting: [ForgeError]

  /// Pairs what was listed with why that is not all.
  package init(_ repositories: [Repository], resting: [ForgeError] = []) {
    self.repositories = repositories.sorted { $0.name < $1.name }
    self.resting = resting
  }
}

extension Forge {
  /// Lists every repository that the credential reaches, sorted by name; fails where one is missing.
  package func repositories() async throws(ForgeError) -> [Repository] {
    let listing = try await listing()
    if let error = listing.resting.first { throw error }
    return listing.repositories
  }
}
