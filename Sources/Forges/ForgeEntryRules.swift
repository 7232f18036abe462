/// What a forge's entry in the operator's file must have.
package struct ForgeEntryRules: Sendable {
  /// Whether `url` is an HTTP URL; otherwise a folder.
  package var needsURL = true
  /// Whether a token or an app is required.
  package var needsCredential = true
  /// Whether `app` is accepted.
  package var acceptsApp = false
  /// Returns the web address to write instead of another URL of the host, such as its API's; nil if
  /// the URL may be right.
  package var webAddress: @Sendable (_ insteadOf: String) -> String? = { _ in nil }
  /// Returns why a URL can't be served, as a sentence without a period; nil if it can.
  package var refusal: @Sendable (_ url: String) -> String? = { _ in nil }

  /// What becomes of the signatures of commits.
  package var signatures = SignatureUse.verified

  /// Requires a URL and a token.
  package init() {}
}

/// What a host does with the signatures of commits.
package enum SignatureUse: Hashable, Sendable {
  /// It checks them and shows the result.
  case verified
  /// It keeps them, so that git can check them, and shows nothing.
  case stored
  /// Commits are written without them.
  case none
}

/// The addresses of a host's pages, relative to its web address.
package struct ForgeLinkShapes: Sendable {
  /// The path of a repository's page, such as `/acme/web`.
  package var repository: @Sendable (_ name: String) -> String
  /// The path of a pull request, such as `/acme/web/pull/7`.
  package var pullRequest: @Sendable (_ number: Int, _ name: String) -> String
  /// The path of an issue, such as `/acme/web/issues/5`; nil for a host without issues.
  package var issue: (@Sendable (_ number: Int, _ name: String) -> String)?

  /// Describes the paths; they begin with a slash, and names are percent-encoded.
  package init(
    repository: @escaping @Sendable (_ name: String) -> String,
    pullRequest: @escaping @Sendable (_ number: Int, _ name: String) -> String,
    issue: (@Sendable (_ number: Int, _ name: String) -> String)? = nil
  ) {
    self.repository = repository
    self.pullRequest = pullRequest
    self.issue = issue
  }
}

/// How a host reads texts.
package struct ForgeText: Sendable {
  /// The sign before a pull request's number in texts: `#` or `!`.
  package var pullRequestSign = "#"
  /// The suffix of the logins of bots, which people leave out in mentions; empty if there is none.
  package var botSuffix = ""

  /// Changes a finished text so that the host carries out no line of it as a command.
  package var inert: @Sendable (_ text: String) -> String = { $0 }

  /// Changes a title so that it doesn't notify anyone, on a host that reads titles as it reads texts.
  package var inertTitle: @Sendable (_ title: String) -> String = { $0 }

  /// Describes a host like most others.
  package init() {}

  /// A reference to a pull request of the same repository.
  package func reference(_ number: Int) -> String { "\(pullRequestSign)\(number)" }

  /// The names by which people mention an account in commands.
  package func names(of login: String) -> [String] {
    let isBot = !botSuffix.isEmpty && login.hasSuffix(botSuffix)
    return [login] + (isBot ? [String(login.dropLast(botSuffix.count))] : [])
  }
}

/// What `doctor` advises about a kind of host.
package struct ForgeAdvice: Sendable {
  /// What to do if a grant is missing.
  package var missingGrant = "grant it to the token"
  /// What to grant so that branches and pull requests can be written.
  package var writes = "grant the token access for writing"

  /// Gives general advice.
  package init() {}
}
