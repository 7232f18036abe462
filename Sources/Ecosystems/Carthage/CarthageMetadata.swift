package import Ecosystem

/// A document that a resolution needs.
package enum CarthageDocument: Hashable, Sendable {
  /// The tags of a repository, or the versions of a binary.
  case versions(CarthageOrigin)
  /// What a branch, tag or commit of a repository resolves to.
  case reference(CarthageOrigin, String)
  /// The `Cartfile` of a repository at a tag or commit.
  case cartfile(CarthageOrigin, pin: String)
}

extension CarthageDocument: CustomStringConvertible {
  /// The document in messages: `the tags of github "a/b"`.
  package var description: String {
    switch self {
    case .versions(let origin): "the tags of \(origin)"
    case .reference(let origin, let name): "\(name) of \(origin)"
    case .cartfile(let origin, let pin): "the Cartfile of \(origin) \(pin)"
    }
  }
}

/// The documents that have been fetched so far.
package struct CarthageMetadata: Sendable {
  /// A line of a dependency's `Cartfile`.
  package struct Need: Hashable, Sendable {
    /// The dependency.
    package var origin: CarthageOrigin
    /// The versions that it may have.
    package var requirement: CarthageRequirement

    /// Pairs a dependency with its requirement.
    package init(_ origin: CarthageOrigin, _ requirement: CarthageRequirement) {
      self.origin = origin
      self.requirement = requirement
    }
  }

  /// The tags of each repository and the versions of each binary, in any order.
  package var versions: [CarthageOrigin: [String]] = [:]
  /// The tag or commit of each reference.
  package var references: [CarthageDocument: String] = [:]
  /// The lines of each `Cartfile`; empty if a tag has none, a problem if it can't be parsed.
  package var cartfiles: [CarthageDocument: Result<[Need], Problem>] = [:]

  /// Why a repository counts as one without tags, though a server answered otherwise.
  var unavailable: [CarthageOrigin: Problem] = [:]
  /// The commit of each tag.
  var commits: [CarthageOrigin: [String: String]] = [:]

  /// Creates an empty set of documents.
  package init() {}
}
