package import Configuration
package import Ecosystem
import Forges
import HTTP

/// Decides which credential a request receives: by its purpose, its URL and whoever reads the result.
///
/// - A forge's credential serves the forge's own client. What a repository's files name never receives
///   it, except the git repositories of packages that the operator lists in `private-packages`, for
///   repositories that aren't public.
/// - A registry's credential serves what is below the URL of its entry.
/// - Notes are read with a forge's credential if their source is public, or if the operator lists it
///   and the reader isn't public.
///
///     policy.decide(CredentialQuestion(.registry, url, for: visitor)) == .registry(0)
package struct CredentialPolicy: Sendable {
  private let forges: [ForgeRule]
  private let registries: [RegistryRule]
  private let trusted: Set<Origin>
  private let tokenServers: [TokenServer]
  private let aliases: [Set<String>]

  /// Reads the addresses of the operator's file, and no secret.
  ///
  /// - Parameters:
  ///   - file: the operator's file.
  ///   - kinds: the kinds of registries, with their servers of tokens.
  package init(_ file: OperatorFile, kinds: [RegistryKind]) {
    tokenServers = kinds.flatMap(\.tokenServers) + ForgeKind.all.flatMap(\.tokenServers)
    aliases = kinds.flatMap(\.aliases)
    forges = file.forges.compactMap(ForgeRule.init)
    registries = file.registries.enumerated().compactMap { RegistryRule($1, at: $0) }
      .sorted { $0.prefix.path.utf8.count > $1.prefix.path.utf8.count }
    let urls = file.forges.map(\.url) + file.registries.map(\.url) + file.mirrors.map(\.to)
    trusted = Set(urls.compactMap { try? AbsoluteURL($0).origin })
  }

  /// Returns the credential for a request.
  package func decide(_ question: CredentialQuestion) -> CredentialDecision {
    guard isTrusted(question) else { return .none }
    switch question.purpose {
    case .unstated: return .none
    case .forge(let use): return forge(use, question)
    case .registry, .advisories: return registry(question)
    case .realm(let challenge): return realm(challenge, question)
    case .package: return package(question)
    case .notes: return notes(question)
    }
  }

  /// Whether a redirect may have led here: from a host that the operator names, or from http to https
  /// on the same host.
  private func isTrusted(_ question: CredentialQuestion) -> Bool {
    question.redirectedFrom.allSatisfy { origin in
      trusted.contains(origin)
        || origin.host == question.url.origin.host && question.url.origin.scheme == "https"
    }
  }

  private func forge(_ use: ForgeUse, _ question: CredentialQuestion) -> CredentialDecision {
    guard let rule = forges.first(where: { $0.name == use.name }),
      question.redirectedFrom.allSatisfy(rule.isOwn)
    else { return .none }
    if use.isGit {
      // The repository in the URL counts, not the one that was stated.
      guard let repository = rule.urls.repository(question.url) else { return .none }
      var use = use
      use.repository = repository.description
      return .forge(use)
    }
    return rule.urls.serves(question.url) ? .forge(use) : .none
  }

  private func registry(_ question: CredentialQuestion) -> CredentialDecision {
    guard let entry = entry(for: question, { $0.kind != .git }) else { return .none }
    // An entry for a whole host isn't meant for the API of the forge there.
    let isForeign = forges.contains { forge in
      forge.urls.isAPI(question.url) && !forge.urls.isAPI(entry.prefix)
    }
    return isForeign ? .none : .registry(entry.index)
  }

  private func realm(
    _ challenge: Challenge, _ question: CredentialQuestion
  ) -> CredentialDecision {
    guard let challenger = try? AbsoluteURL(challenge.challenger) else { return .none }
    for text in challenge.registries {
      guard let url = try? AbsoluteURL(text) else { continue }
      var own = question
      own.url = url
      guard let entry = entry(for: own, { $0.kind != .git }),
        isOneRegistry(entry.prefix.origin, challenger.origin),
        accepts(question.url, for: entry, challenger)
      else { continue }
      return .registry(entry.index)
    }
    return .none
  }

  /// Whether two origins are equal, or names of one registry.
  private func isOneRegistry(_ left: Origin, _ right: Origin) -> Bool {
    if left == right { return true }
    guard left.scheme == "https", right.scheme == "https", left.port == right.port else {
      return false
    }
    return aliases.contains { $0.contains(left.bareHost) && $0.contains(right.bareHost) }
  }

  /// Whether a server of tokens may get the credential of an entry.
  private func accepts(
    _ realm: AbsoluteURL, for entry: RegistryRule, _ challenger: AbsoluteURL
  ) -> Bool {
    if realm.origin == entry.prefix.origin || realm.origin == challenger.origin { return true }
    if entry.tokens?.covers(realm) == true { return true }
    guard realm.origin.scheme == "https" else { return false }
    return tokenServers.contains { $0.serves(challenger.origin, at: realm) }
      || forges.contains { $0.tokenServers.contains { $0.covers(realm) } }
  }

  private func package(_ question: CredentialQuestion) -> CredentialDecision {
    let isForGit = { (entry: RegistryRule) in entry.kind == .git || entry.kind == nil }
    if let entry = entry(for: question, isForGit) { return .registry(entry.index) }
    for rule in forges {
      guard let repository = rule.urls.repository(question.url) else { continue }
      guard isReadable(repository, on: rule, question) else { return .none }
      return .forge(
        ForgeUse(
          name: rule.name, scope: .owner(repository.owner), right: .contents,
          repository: repository.description, isGit: true))
    }
    return .none
  }

  private func notes(_ question: CredentialQuestion) -> CredentialDecision {
    for rule in forges {
      guard let source = rule.urls.source(question.url) else { continue }
      let isOwn = source.repository.map { isReadable($0, on: rule, question) } ?? false
      let visited = question.visitor.visited.flatMap { $0.repository.forge == rule.name ? $0 : nil }
      let owner = isOwn ? source.repository?.owner : visited?.repository.name.owner
      let use = ForgeUse(
        name: rule.name, scope: (owner ?? source.repository?.owner).map { .owner($0) } ?? .account,
        right: .contents, repository: isOwn ? source.repository?.description : nil)
      return isOwn ? .forge(use) : .forgeIfPublic(use, source)
    }
    guard question.visitor.isPrivate else { return .none }
    return registry(question)
  }

  /// Whether the readers of the result may read a private repository, as far as the operator says.
  private func isReadable(
    _ repository: RepositoryName, on rule: ForgeRule, _ question: CredentialQuestion
  ) -> Bool {
    let visitor = question.visitor
    guard visitor.isPrivate, visitor.visited.map({ $0.repository.forge == rule.name }) ?? true
    else {
      return false
    }
    return rule.allows(repository)
      || registries.contains { $0.opens(rule.urls.gitURL(of: repository), to: visitor) }
  }

  /// Identifies the private content that a visitor may read with forges' credentials; empty for none.
  ///
  /// Caches separate their content by it.
  package func scope(of visitor: Visitor) -> String {
    var parts: [String] = []
    if let visited = visitor.visited?.repository,
      forges.contains(where: { $0.name == visited.forge && $0.isApp })
    {
      // Each owner's installation has a limit of its own.
      parts.append("\(visited.forge)/\(visited.name.owner.lowercased())")
    }
    guard visitor.isPrivate else { return parts.joined(separator: " ") }
    parts += forges.filter { forge in
      forge.hasPackages && (visitor.visited?.repository.forge ?? forge.name) == forge.name
    }.map { "packages of \($0.name)" }
    parts += registries.filter { $0.kind == .git && !$0.hasCredential && $0.serves(visitor) }
      .map { "packages of #\($0.index)" }
    if registries.contains(where: \.hasCredential) { parts.append("notes of registries") }
    return parts.joined(separator: " ")
  }

  /// Whether a credential depends on whether everyone may read a repository of a forge.
  package func dependsOnVisibility(on forge: String) -> Bool {
    forges.contains { $0.name == forge && $0.hasPackages } || !registries.isEmpty
  }

  /// Whether a package's address is one of a forge that a visitor may not read with its credential.
  ///
  /// - Returns: the forge's name; nil if it isn't, or the credential is used.
  package func closedForge(_ address: String, to visitor: Visitor) -> String? {
    guard let url = try? AbsoluteURL(address),
      let rule = forges.first(where: { $0.urls.repository(url) != nil }),
      decide(CredentialQuestion(.package, url, for: visitor)) == .none
    else { return nil }
    return rule.name
  }

  /// The entry with the longest URL that covers a request and has a credential for it.
  private func entry(
    for question: CredentialQuestion, _ fits: (RegistryRule) -> Bool
  ) -> RegistryRule? {
    registries.first { entry in
      entry.hasCredential && fits(entry) && entry.prefix.covers(question.url)
        && entry.serves(question.visitor) && !question.withheld.contains(entry.url)
    }
  }
}
