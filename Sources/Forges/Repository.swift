/// A repository, as far as the credential may know it.
package struct Repository: Hashable, Codable, Sendable {
  /// The present name, which may differ from the requested one.
  package var name: RepositoryName
  /// The identifier that stays if name or owner change; nil if the host has none.
  package var identifier: String?
  /// The base of updates, unless the configuration names another.
  package var defaultBranch: String
  /// Whether it is read-only.
  package var isArchived: Bool
  /// Whether it is a fork of another repository; false if the host doesn't report it.
  package var isFork: Bool
  /// Whether it is private; false if the host doesn't report it.
  package var isPrivate: Bool
  /// Whether the credential may create branches.
  package var canPush: Bool
  /// Whether issues are switched on; true if the host doesn't report it.
  package var hasIssues: Bool
  /// Whether auto-merge is allowed.
  package var allowsAutoMerge: Bool
  /// The address of its page.
  package var webURL: String
  /// The head of the default branch, if a survey has just shown that nothing has changed since the last
  /// visit; else nil.
  package var unchangedHead: String?

  /// Creates a value; the flags default to an ordinary public repository.
  package init(
    name: RepositoryName, identifier: String? = nil, defaultBranch: String,
    isArchived: Bool = false, isFork: Bool = false, isPrivate: Bool = false, canPush: Bool = true,
    hasIssues: Bool = true, allowsAutoMerge: Bool = false, webURL: String = ""
  ) {
    self.name = name
    self.identifier = identifier
    self.defaultBranch = defaultBranch
    self.isArchived = isArchived
    self.isFork = isFork
    self.isPrivate = isPrivate
    self.canPush = canPush
    self.hasIssues = hasIssues
    self.allowsAutoMerge = allowsAutoMerge
    self.webURL = webURL
  }
}

/// The repositories that a forge lists, and the errors for owners that it could not list.
package struct RepositoryListing: Hashable, Sendable {
  /// Sorted by name.
  package var repositories: [Repository]
  /// Why some are missing: `rateLimited`, each with its owner.
  package var resting: [ForgeError]

  /// Sorts the repositories by name.
  package init(_ repositories: [Repository], resting: [ForgeError] = []) {
    self.repositories = repositories.sorted { $0.name < $1.name }
    self.resting = resting
  }
}

extension Forge {
  /// Lists every repository that the credential reaches, sorted by name; throws if any is missing.
  package func repositories() async throws(ForgeError) -> [Repository] {
    let listing = try await listing()
    if let error = listing.resting.first { throw error }
    return listing.repositories
  }
}
