package import Forges
package import HTTP

/// Which credential of the operator's file a request receives.
///
/// It names the credential without holding it, so that deciding needs no secret.
package enum CredentialDecision: Hashable, Sendable {
  /// None.
  case none
  /// That of an entry of `registries`, by its index.
  case registry(Int)
  /// That of a forge.
  case forge(ForgeUse)
  /// That of a forge, if everyone may read the repository that the URL is about.
  case forgeIfPublic(ForgeUse, ForgeURLs.Source)
}

/// What decides about a credential.
package struct CredentialQuestion: Sendable {
  /// What the request is made for.
  package var purpose: Purpose
  /// The URL that receives it, after mirrors.
  package var url: AbsoluteURL
  /// The origins that redirected to it.
  package var redirectedFrom: [Origin]
  /// On whose behalf it is made.
  package var visitor: Visitor
  /// The URLs of registries that the entry of the repository's file doesn't select.
  package var withheld: Set<String>

  /// Asks about a URL.
  package init(
    _ purpose: Purpose, _ url: AbsoluteURL, redirectedFrom: [Origin] = [], for visitor: Visitor,
    withheld: Set<String> = []
  ) {
    self.purpose = purpose
    self.url = url
    self.redirectedFrom = redirectedFrom
    self.visitor = visitor
    self.withheld = withheld
  }
}
