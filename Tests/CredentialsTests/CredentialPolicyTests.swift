import Configuration
import Ecosystem
import Forges
import HTTP
import Logging
import References
import Testing

@testable import Credentials

/// A forge of the operator's file.
func forge(
  _ name: String, _ kind: ForgeKind, _ url: String, packages: [String] = [],
  _ credential: ForgeCredential = .token(Secret("t"))
) -> ForgeSettings {
  var forge = ForgeSettings()
  (forge.name, forge.kind, forge.url, forge.credential) = (name, kind, url, credential)
  forge.privatePackages = packages.compactMap(RepositoryPattern.init)
  return forge
}

/// An entry of `registries`; without a token it only opens git repositories.
func registry(
  _ url: String, _ kind: RegistryKind? = nil, token: String? = "r", for repositories: [String] = [],
  tokens: String? = nil
) -> RegistryCredential {
  var entry = RegistryCredential()
  (entry.url, entry.kind, entry.tokenURL) = (url, kind, tokens)
  entry.credential = token.map { .token(Secret($0)) }
  entry.repositories = repositories.compactMap(RepositoryPattern.init)
  return entry
}

/// What a decision names: `none`, `registry 0`, `forge fake`, `if public: forge fake`.
private func text(_ decision: CredentialDecision) -> String {
  switch decision {
  case .none: "none"
  case .registry(let index): "registry \(index)"
  case .forge(let use): "forge \(use.name)"
  case .forgeIfPublic(let use, _): "if public: forge \(use.name)"
  }
}

/// The visitors of the table.
private enum Reader: String {
  case everyone, person
  case secret, open, other

  var visitor: Visitor {
    switch self {
    case .everyone: .everyone
    case .person: .person
    case .secret: repository("acme/web", isPublic: false)
    case .open: repository("acme/site", isPublic: true)
    case .other: repository("umbra/app", isPublic: false)
    }
  }

  private func repository(_ name: String, isPublic: Bool) -> Visitor {
    guard let name = RepositoryName(name) else { return .everyone }
    return .repository(VisitedRepository("hub/\(name)", isPublic: isPublic))
  }
}

@Suite struct `The policy` {
  private static let hosts: [(ForgeKind, web: String, api: String)] = [
    (.gitHub, "https://hub.acme.dev", "https://hub.acme.dev/api/v3/repos/acme/secret/contents/"),
    (.gitHub, "https://github.com", "https://api.github.com/repos/acme/secret/contents/"),
    (.gitHub, "https://hub.acme.dev", "https://hub.acme.dev/api/graphql"),
    (.gitLab, "https://lab.acme.dev", "https://lab.acme.dev/api/v4/projects/7/repository/files/a"),
    (.gitLab, "https://lab.acme.dev", "https://lab.acme.dev/api/graphql"),
    (.gitea, "https://tea.acme.dev", "https://tea.acme.dev/api/v1/repos/acme/secret/raw/a"),
    (.forgejo, "https://tea.acme.dev", "https://tea.acme.dev/api/v1/repos/acme/secret/raw/a"),
    (
      .bitbucket, "https://bit.acme.dev",
      "https://bit.acme.dev/rest/api/latest/projects/ACME/repos/s/raw/a"
    ),
    (
      .azureDevOps, "https://dev.azure.com/acme",
      "https://dev.azure.com/acme/p/_apis/git/repositories/s/items"
    ),
  ]

  private func decide(
    _ purpose: Purpose, _ url: String, for reader: Visitor, of file: OperatorFile,
    from origins: [String] = []
  ) throws -> String {
    text(
      CredentialPolicy(file, kinds: [.images]).decide(
        CredentialQuestion(
          purpose, try AbsoluteURL(url),
          redirectedFrom: try origins.map { try AbsoluteURL($0).origin }, for: reader)))
  }

  @Test(arguments: hosts.indices)
  func `gives a forge's credential to its own client alone`(index: Int) throws {
    let (kind, web, api) = Self.hosts[index]
    var file = OperatorFile()
    file.forges = [forge("hub", kind, web, packages: ["**/*"])]
    // An entry for the whole host isn't for the API.
    let host = try AbsoluteURL(web).origin.description
    file.registries = [registry(host + "/")]
    let own = Purpose.forge(ForgeUse(name: "hub", scope: .owner("acme")))
    #expect(try decide(own, api, for: Reader.open.visitor, of: file) == "forge hub")
    #expect(try decide(own, "https://evil.dev/api/v3/x", for: .person, of: file) == "none")
    #expect(try decide(.unstated, api, for: .person, of: file) == "none")
    for reader in [Reader.secret.visitor, .person] {
      // As written, and as servers decode it.
      let last = api.dropFirst(host.count)
      let tricks = [api, host + last.replacing("api", with: "%61pi")]
      for url in tricks {
        for purpose in [Purpose.registry, .advisories] {
          #expect(try decide(purpose, url, for: reader, of: file) == "none", "\(url)")
        }
      }
      #expect(try decide(.registry, host + "/npm/pad", for: reader, of: file) == "registry 0")
    }
  }

  private static let packages: [(String, Reader, String)] = [
    ("https://hub.acme.dev/acme/kit.git/info/refs?service=git-upload-pack", .secret, "forge hub"),
    ("https://hub.acme.dev/acme/kit", .secret, "forge hub"),
    ("https://hub.acme.dev/acme/kit", .person, "forge hub"),
    ("https://hub.acme.dev/acme/kit", .open, "none"),
    ("https://hub.acme.dev/acme/kit", .everyone, "none"),
    ("https://hub.acme.dev/acme/payroll", .secret, "none"),
    ("https://hub.acme.dev/acme/web", .secret, "forge hub"),
    ("https://hub.acme.dev/acme/site", .open, "none"),
    ("https://hub.acme.dev/acme/web", .open, "none"),
    ("https://hub.acme.dev/tools/kit", .secret, "forge hub"),
    ("https://hub.acme.dev/tools/kit", .open, "none"),
    ("https://hub.acme.dev/acme/kit/..%2fpayroll", .secret, "none"),
    ("http://hub.acme.dev/acme/kit", .secret, "none"),
    ("https://hub.acme.dev:8443/acme/kit", .secret, "none"),
    ("https://hub.acme.dev.evil.dev/acme/kit", .secret, "none"),
    ("https://hub.acme.dev/api/v3/repos/acme/kit", .secret, "none"),
    ("https://git.acme.dev/kit", .secret, "registry 1"),
    ("https://git.acme.dev/kit", .other, "none"),
    ("https://git.acme.dev/kit", .person, "none"),
  ]

  @Test(arguments: packages.indices)
  func `gives packages' git what the operator lists`(index: Int) throws {
    let (url, reader, expected) = Self.packages[index]
    var file = OperatorFile()
    file.forges = [
      forge("hub", .gitHub, "https://hub.acme.dev", packages: ["acme/*", "!*/payroll"])
    ]
    file.registries = [
      registry("https://hub.acme.dev/tools/", .git, token: nil),
      registry("https://git.acme.dev/", .git, for: ["acme/*"]),
    ]
    #expect(try decide(.package, url, for: reader.visitor, of: file) == expected)
  }

  private static let notes: [(ForgeKind, String, Reader, String)] = [
    (.gitHub, "https://host.dev/api/v3/repos/acme/kit/releases", .open, "if public: forge hub"),
    (.gitHub, "https://host.dev/api/v3/repos/acme/kit/releases", .secret, "forge hub"),
    (.gitHub, "https://host.dev/api/v3/repos/acme/kit/releases", .person, "forge hub"),
    (.gitHub, "https://host.dev/api/v3/repos/acme/pay/tags", .secret, "if public: forge hub"),
    (.gitHub, "https://host.dev/api/v3/repositories/7/tags", .secret, "if public: forge hub"),
    (.gitHub, "https://host.dev/api/v3/user", .secret, "none"),
    (.gitHub, "https://host.dev/api/graphql", .secret, "none"),
    (.gitHub, "https://evil.dev/api/v3/repos/acme/kit/releases", .secret, "none"),
    (
      .gitLab, "https://host.dev/api/v4/projects/acme%2Fkit/releases", .open,
      "if public: forge hub"
    ),
    (.gitLab, "https://host.dev/api/v4/projects/acme%2Fkit/releases", .secret, "forge hub"),
    (.gitLab, "https://host.dev/api/v4/projects/7/releases", .secret, "if public: forge hub"),
    (.gitea, "https://host.dev/api/v1/repos/acme/kit/raw/a", .open, "if public: forge hub"),
    (.gitea, "https://host.dev/api/v1/repos/acme/kit/raw/a", .secret, "forge hub"),
    (
      .bitbucket, "https://host.dev/rest/api/latest/projects/acme/repos/kit/tags", .open,
      "if public: forge hub"
    ),
    (
      .bitbucket, "https://host.dev/rest/api/latest/projects/acme/repos/kit/tags", .secret,
      "forge hub"
    ),
    (
      .azureDevOps, "https://host.dev/p/_apis/git/repositories/kit/items", .secret,
      "if public: forge hub"
    ),
    (.gitHub, "https://lab.acme.dev/api/v4/projects/1/releases", .secret, "registry 0"),
    (.gitHub, "https://lab.acme.dev/api/v4/projects/1/releases", .open, "none"),
  ]

  @Test(arguments: notes.indices)
  func `gives notes what their readers may read`(index: Int) throws {
    let (kind, url, reader, expected) = Self.notes[index]
    var file = OperatorFile()
    file.forges = [forge("hub", kind, "https://host.dev", packages: ["acme/kit"])]
    file.registries = [registry("https://lab.acme.dev/")]
    #expect(try decide(.notes, url, for: reader.visitor, of: file) == expected)
  }

  private static let redirects: [([String], String, String)] = [
    ([], "https://npm.acme.dev/a", "registry 0"),
    (["https://tarballs.acme.dev/"], "https://npm.acme.dev/a", "registry 0"),
    (["https://evil.dev/"], "https://npm.acme.dev/a", "none"),
    (["https://tarballs.acme.dev/", "https://evil.dev/"], "https://npm.acme.dev/a", "none"),
    (["http://npm.acme.dev/"], "https://npm.acme.dev/a", "registry 0"),
    (["https://npm.acme.dev/"], "http://npm.acme.dev/a", "none"),
    (["https://npm.acme.dev/"], "https://evil.dev/a", "none"),
  ]

  @Test(arguments: redirects.indices)
  func `gives nothing to what a stranger redirected`(index: Int) throws {
    let (origins, url, expected) = Self.redirects[index]
    var file = OperatorFile()
    file.registries = [
      registry("https://npm.acme.dev/"), registry("https://tarballs.acme.dev/", token: nil),
    ]
    #expect(
      try decide(.registry, url, for: .everyone, of: file, from: origins) == expected)
  }

  /// The registry's URL, who sent the challenge, the server of tokens, and the credential.
  private static let realms: [[String]] = [
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "https://images.acme.dev/t", "registry 0",
    ],
    ["https://images.acme.dev/v2/a", "https://evil.dev/v2/", "https://evil.dev/t", "none"],
    ["https://images.acme.dev/v2/a", "https://evil.dev/v2/", "https://images.acme.dev/t", "none"],
    ["https://images.acme.dev/v2/a", "https://images.acme.dev/v2/", "https://evil.dev/t", "none"],
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "http://images.acme.dev/t", "none",
    ],
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "https://auth.acme.dev/jwt", "registry 0",
    ],
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "https://auth.acme.dev/x", "none",
    ],
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "https://lab.acme.dev/jwt/auth", "registry 0",
    ],
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "https://lab.acme.dev/acme", "none",
    ],
    [
      "https://registry-1.docker.io/v2/a", "https://registry-1.docker.io/v2/",
      "https://auth.docker.io/token", "none",
    ],
    [
      "https://index.docker.io/v1/", "https://registry-1.docker.io/v2/",
      "https://auth.docker.io/token", "registry 1",
    ],
    [
      "https://index.docker.io/v1/", "https://registry-1.docker.io/v2/",
      "https://evil.dev/token", "none",
    ],
    [
      "https://index.docker.io/v1/", "https://evil.dev/v2/",
      "https://auth.docker.io/token", "none",
    ],
    [
      "https://ghcr.io/v2/acme/a", "https://ghcr.io/v2/acme/a",
      "https://ghcr.io/token", "registry 2",
    ],
    [
      "https://registry.gitlab.com/v2/a", "https://registry.gitlab.com/v2/a",
      "https://gitlab.com/jwt/auth", "registry 3",
    ],
    [
      "https://registry.gitlab.com/v2/a", "https://registry.gitlab.com/v2/a",
      "https://gitlab.com/evil", "none",
    ],
    [
      "https://images.acme.dev/v2/a", "https://images.acme.dev/v2/",
      "https://auth.docker.io/token", "none",
    ],
  ]

  @Test(arguments: realms.indices)
  func `gives servers of tokens what the operator's entry covers`(index: Int) throws {
    let row = Self.realms[index]
    var file = OperatorFile()
    file.forges = [forge("lab", .gitLab, "https://lab.acme.dev")]
    file.registries = [
      CredentialsTests.registry("https://images.acme.dev/", tokens: "https://auth.acme.dev/jwt"),
      CredentialsTests.registry("https://index.docker.io/v1/"),
      CredentialsTests.registry("https://ghcr.io/"),
      CredentialsTests.registry("https://registry.gitlab.com/"),
    ]
    let challenge = Challenge(registries: [row[0]], challenger: row[1])
    #expect(try decide(.realm(challenge), row[2], for: .everyone, of: file) == row[3])
  }
}
