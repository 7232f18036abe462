/// What a request is made for, which decides whose credential it receives.
///
/// A URL alone doesn't decide: a repository's files can name any URL, the API of a forge included. A
/// client states the purpose once, and the layer that adds credentials asks for it.
///
///     let registries = client.stating(.registry)
package enum Purpose: Hashable, Codable, Sendable {
  /// Not stated: the request receives no credential.
  case unstated
  /// The API or git of a forge, on behalf of the account or a repository.
  case forge(ForgeUse)
  /// What a repository's files name: registries, packages, images.
  case registry
  /// The server of tokens that a registry named in a challenge.
  case realm(Challenge)
  /// The git repositories of packages.
  case package
  /// Release notes, changelogs and comparisons.
  case notes
  /// Advisories.
  case advisories

  /// Whether the credential of a registry can serve it.
  package var isForRegistries: Bool {
    switch self {
    case .registry, .advisories: true
    case .unstated, .forge, .realm, .package, .notes: false
    }
  }
}

/// A use of a forge's credential.
package struct ForgeUse: Hashable, Codable, Sendable {
  /// The part of a credential that is used.
  ///
  /// Most forges have one token for everything. An App of GitHub has tokens for each owner that
  /// installed it.
  package enum Scope: Hashable, Codable, Sendable {
    /// The token for this owner's repositories.
    case owner(String)
    /// The token of a grant that the forge knows by number, such as an App's installation.
    case grant(Int, of: String?)
    /// The account itself.
    case account
  }

  /// What the credential has to allow.
  package enum Right: String, Codable, Sendable, CaseIterable {
    /// Reading files and releases, of packages or notes.
    case contents
    /// Reading everything that a pass needs.
    case read
    /// Changing branches, pull requests and comments.
    case write
    /// Changing files of workflows, too.
    case workflows
  }

  /// The forge's name in the operator's file.
  package var name: String
  /// The part of the credential.
  package var scope: Scope
  /// What it has to allow.
  package var right: Right
  /// The only repository that it has to reach, `owner/name`; nil: all of the scope.
  package var repository: String?
  /// Whether the request goes to git over HTTP, which takes the credential in another form.
  package var isGit: Bool

  /// Describes a use.
  package init(
    name: String, scope: Scope, right: Right = .read, repository: String? = nil, isGit: Bool = false
  ) {
    self.name = name
    self.scope = scope
    self.right = right
    self.repository = repository
    self.isGit = isGit
  }
}

/// A server's demand to fetch a token elsewhere, as registries of images make it.
package struct Challenge: Hashable, Codable, Sendable {
  /// The URLs below which the operator's file can have a credential for the registry.
  package var registries: [String]
  /// The URL whose response was the challenge, after redirects.
  package var challenger: String

  /// Describes a challenge.
  package init(registries: [String], challenger: String) {
    self.registries = registries
    self.challenger = challenger
  }
}

extension Client {
  /// States the purpose of requests that have none.
  package func stating(_ purpose: Purpose) -> Client {
    Client { request throws(HTTPError) in
      guard request.purpose == .unstated else { return try await self.send(request) }
      var request = request
      request.purpose = purpose
      return try await self.send(request)
    }
  }
}
