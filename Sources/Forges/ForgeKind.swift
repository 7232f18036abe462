package import Git
package import HTTP
package import Logging

/// Everything that martlet has to know about one kind of host before it connects to one.
///
/// Each forge's folder has one value, in `<Name>Kind.swift`; `ForgeKind.all` lists them. Code outside
/// that folder asks the value and never compares kinds.
package struct ForgeKind: Sendable {
  /// The word for `kind` in the operator's file, such as `github`.
  package let id: String
  /// How messages name it.
  package let name: String
  /// What a forge's entry in the operator's file must have.
  package var settings = ForgeEntryRules()
  /// The lengths of texts that the host accepts.
  package var textLimits = TextLimits()
  /// The addresses of its pages; nil if no browser can open it.
  package var links: ForgeLinkShapes?
  /// How it reads Markdown, names and references.
  package var text = ForgeText()
  /// How it delivers webhooks; nil if it doesn't.
  package var webhooks: WebhookFormat?
  /// The folders of a repository in which the host's settings are, by preference, such as `.github`.
  ///
  /// A repository's configuration file is looked up in them. Empty for a host of copies, whose
  /// repositories may have the folders of any other host.
  package var settingsFolders = [ForgeKind.commonSettingsFolder]
  /// How it reads `CODEOWNERS`.
  package var codeOwners = CodeOwnersFormat()
  /// The hosts of its public service, by which a clone's remote is recognized; the first is that of its
  /// pages.
  package var publicHosts: [String] = []
  /// Whether Dependabot itself reads `dependabot.yml` on this host.
  package var runsDependabot = false
  /// Whether the request that opens a pull request also sets its labels.
  package var opensWithLabels = false
  /// The format of its release notes, by the word of `SourceRepository.Kind`; nil if it has none.
  package var notesFormat: String?
  /// Returns the URLs of a forge at a web address; nil if it isn't reached by HTTP.
  package var urls: @Sendable (_ url: String) -> ForgeURLs? = { _ in nil }
  /// Returns the URL of the server of tokens for the forge's registry of images; nil without
  /// one, or if it has the registry's host.
  package var imageTokenServer: @Sendable (_ url: String) -> String? = { _ in nil }
  /// Servers of tokens for registries of images of public forges of this kind.
  package var tokenServers: [TokenServer] = []
  /// Whether it has repositories of actions, which its workflows use without stating a host.
  package var servesActions = false
  /// Whether it writes files that several users of this machine share.
  package var sharesFiles = false
  /// What `doctor` advises.
  package var advice = ForgeAdvice()
  /// Email addresses that the host gives as committer of commits made through its API or pages.
  package var committerEmails: Set<String> = []
  /// Creates the client, without sending anything; nil if the URL can't be used.
  package var connect: @Sendable (ForgeConnection) throws -> (any Forge)?
  /// Creates the provider of credentials, without sending anything; nil if the forge has none.
  package var keys: @Sendable (ForgeConnection) throws -> ForgeKeys? = { _ in nil }

  /// The user name of a token for a git server of unknown kind: all known ones accept it.
  package static let anyGitUser = "x-access-token"

  /// Describes a kind by what every one has; the rest has defaults.
  package init(
    id: String, name: String,
    connect: @escaping @Sendable (ForgeConnection) throws -> (any Forge)?
  ) {
    self.id = id
    self.name = name
    self.connect = connect
  }
}

extension ForgeKind: Hashable, CustomStringConvertible {
  /// The word of the operator's file.
  package var description: String { id }

  /// Kinds are equal if they have the same word.
  package static func == (left: ForgeKind, right: ForgeKind) -> Bool { left.id == right.id }

  /// Hashes the word.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A credential of the operator's file.
package enum ForgeCredential: Hashable, Sendable {
  /// An access token.
  case token(Secret)
  /// An app with its identifier and its private key in PEM, which owners install.
  case app(id: Int, privateKey: Secret)
  /// One that the sender of the requests adds, by their purpose; of an app or a token.
  case migrationHint(isApp: Bool)

  /// What must never be shown; nil if it isn't here.
  package var secret: Secret? {
    switch self {
    case .token(let token): token
    case .app(_, let key): key
    case .migrationHint: nil
    }
  }

  /// Whether it is an app's, which has another one for each owner.
  package var isApp: Bool {
    switch self {
    case .token: false
    case .app: true
    case .migrationHint(let isApp): isApp
    }
  }

  /// The credential for a client whose sender of requests holds it.
  package var held: ForgeCredential {
    .migrationHint(isApp: isApp)
  }
}

/// What a client needs.
package struct ForgeConnection: Sendable {
  /// The operator's name for the forge.
  package var name: String
  /// The web address, or a folder.
  package var url: String
  /// Nil: only public content is read.
  package var credential: ForgeCredential?
  /// Sends requests; the forge retries and paces by itself.
  package var client: HTTP.Client
  /// Shared with other users of the credential; nil: a new one.
  package var limiter: ForgeRateLimiter?
  /// Spaces the writes of all processes that use the credential; nil: no other process does.
  package var sharedPace: SharedPace?
  /// The cache for objects that are read by git; nil: git isn't used for reading.
  package var git: Git.Options?
  /// How often the host is asked for tokens of an app; nil: as its kind asks for.
  package var pacing: HostPacing?
  /// Signs the commits; nil: they aren't signed with the operator's key.
  package var signer: CommitSigner?

  /// Combines what a client needs.
  package init(
    name: String, url: String, credential: ForgeCredential?, client: HTTP.Client,
    limiter: ForgeRateLimiter? = nil, git: Git.Options? = nil
  ) {
    self.name = name
    self.url = url
    self.credential = credential
    self.client = client
    self.limiter = limiter
    self.git = git
  }
}

/// Why a forge can't be connected to with what the operator's file says.
package enum ForgeSetupError: Error, Hashable, Sendable {
  /// The credential is missing.
  case noCredential
  /// The private key of an app can't be read.
  case unreadableKey
}
