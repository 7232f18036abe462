import Crypto
import FoundationEssentials
import HTTP
import JSON
import Time

extension GitHubForge {
  /// Three requests of the Git Data API: the parent, unless it is known, a tree, a commit.
  ///
  /// Content that isn't UTF-8, has a NUL or more than 4 MiB takes one more request, for a blob. Deletions
  /// need the parent's tree, because GitHub refuses to delete missing files.
  package func commit(
    _ proposal: CommitProposal, in repository: RepositoryName
  ) async throws(ForgeError) -> Commit {
    let parent = try await memory.commit(proposal.parent, of: repository) {
      () async throws(ForgeError) in
      let found: GitHubGitCommit = try await host.read(
        .get(
          repository.path("git", "commits", proposal.parent), scope: .owner(repository.owner)))
      return found.value
    }
    let entries = try await treeEntries(of: proposal, in: repository)
    guard !entries.isEmpty else { return parent }
    var call = HostCall.write(
      .post, repository.path("git", "trees"),
      ["base_tree": .string(parent.tree), "tree": .array(entries)],
      scope: .owner(repository.owner))
    if proposal.changesWorkflows { call.right = .workflows }
    let tree: GitHubSHA = try await host.write(call)
    guard tree.sha != parent.tree else { return parent }
    var signed: SignedFields?
    if let signer {
      signed = try await signedFields(of: proposal, tree: tree.sha, by: signer, in: repository)
    }
    let made: GitHubGitCommit = try await host.write(
      .write(
        .post, repository.path("git", "commits"),
        Self.body(of: proposal, tree: tree.sha, signed), scope: .owner(repository.owner)))
    try signed?.check(made)
    return made.value
  }

  /// Without author and committer GitHub uses the credential's account, and signs commits of an App.
  private static func body(
    of proposal: CommitProposal, tree: String, _ signed: SignedFields?
  ) -> Value {
    var body = Object([
      ("message", .string(proposal.message)), ("tree", .string(tree)),
      ("parents", .array([.string(proposal.parent)])),
    ])
    if let signed {
      body["author"] = signed.person
      body["committer"] = signed.person
      body["signature"] = .string(signed.signature)
    } else if let author = proposal.author {
      var person = Object([("name", .string(author.name)), ("email", .string(author.email))])
      person["date"] = author.date.map { .string($0.rfc3339Seconds) }
      body["author"] = .object(person)
    }
    return .object(body)
  }

  /// One entry for each change; deletions of missing files, which GitHub refuses, are left out.
  private func treeEntries(
    of proposal: CommitProposal, in repository: RepositoryName
  ) async throws(ForgeError) -> [Value] {
    var present: Set<String> = []
    if proposal.changes.values.contains(.delete) {
      present = Set(try await tree(at: proposal.parent, in: repository).map(\.path))
    }
    var entries: [Value] = []
    for (path, change) in proposal.changes.sorted(by: { $0.key < $1.key }) {
      switch change {
      case .write(let bytes, let mode):
        entries.append(try await entry(path, bytes, mode, in: repository))
      case .delete where present.contains(path):
        entries.append(Self.entry(path, .regular, "sha", .null))
      case .delete: break
      }
    }
    return entries
  }

  /// Text is sent with the tree; other content is stored first.
  private func entry(
    _ path: String, _ bytes: [UInt8], _ mode: FileMode, in repository: RepositoryName
  ) async throws(ForgeError) -> Value {
    if mode == .submodule {
      return Self.entry(path, mode, "sha", .string(String(decoding: bytes, as: UTF8.self)))
    }
    if let text = Self.text(bytes) { return Self.entry(path, mode, "content", .string(text)) }
    let blob: GitHubSHA = try await host.write(
      .write(
        .post, repository.path("git", "blobs"),
        ["content": .string(Base64.encode(bytes)), "encoding": "base64"],
        scope: .owner(repository.owner)))
    return Self.entry(path, mode, "sha", .string(blob.sha))
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= 4 << 20, !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func entry(
    _ path: String, _ mode: FileMode, _ key: String, _ value: Value
  ) -> Value {
    .object(
      Object([
        ("path", .string(path)), ("mode", .string(mode.rawValue)),
        ("type", mode == .submodule ? "commit" : "blob"), (key, value),
      ]))
  }
}

extension CommitProposal {
  /// Whether it changes a file that GitHub runs as a workflow.
  fileprivate var changesWorkflows: Bool {
    changes.keys.contains { $0.hasPrefix(".github/workflows/") }
  }
}

/// A commit in GitHub's list of commits.
struct GitHubCommit: Decodable, Sendable {
  struct Inner: Decodable, Sendable {
    var message: String?
    var author: GitHubPerson?
    var committer: GitHubPerson?
    var tree: GitHubSHA
    var verification: GitHubVerification?
  }

  var sha: String
  var commit: Inner
  var author: Login?
  var committer: Login?
  var parents: [GitHubSHA]?

  /// An account; an empty object if GitHub knows none.
  struct Login: Decodable, Sendable {
    var login: String?
  }

  var value: Commit {
    var value = Commit(
      sha: sha, tree: commit.tree.sha, parents: parents?.map(\.sha) ?? [],
      message: commit.message ?? "", author: GitHubPerson.author(commit.author, author?.login),
      committer: GitHubPerson.author(commit.committer, committer?.login))
    value.hasUnverifiedSignature = commit.verification?.isUnverified ?? false
    value.isUnsigned = commit.verification?.reason == "unsigned"
    return value
  }
}

/// What GitHub says about a commit's signature.
struct GitHubVerification: Decodable, Sendable {
  var verified: Bool?
  var reason: String?
  /// What the signature is about.
  var payload: String?

  /// Whether there is a signature that GitHub doesn't accept, such as one with an unknown key.
  var isUnverified: Bool { verified == false && ![nil, "unsigned"].contains(reason) }
}

/// A commit of the Git Data API.
struct GitHubGitCommit: Decodable, Sendable {
  var sha: String
  var tree: GitHubSHA
  var message: String?
  var author: GitHubPerson?
  var committer: GitHubPerson?
  var parents: [GitHubSHA]?
  var verification: GitHubVerification?

  var value: Commit {
    Commit(
      sha: sha, tree: tree.sha, parents: parents?.map(\.sha) ?? [], message: message ?? "",
      author: GitHubPerson.author(author, nil), committer: GitHubPerson.author(committer, nil))
  }
}

/// An author or committer.
struct GitHubPerson: Decodable, Sendable {
  var name: String?
  var email: String?
  var date: String?

  static func author(_ person: GitHubPerson?, _ login: String?) -> Author {
    Author(
      name: person?.name ?? "", email: person?.email ?? "", login: login,
      date: HostTime.date(person?.date))
  }
}
