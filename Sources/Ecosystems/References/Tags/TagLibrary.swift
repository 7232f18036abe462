package import Ecosystem
package import Git
import Synchronization

/// The tags and branches of a repository.
package struct TagReferences: Sendable {
  /// The URL of the repository.
  package let url: String
  /// The commits of all tags by name.
  package let tags: [String: String]
  /// The commits of all branches by name.
  package let branches: [String: String]
  /// The commit of the default branch; nil if the server doesn't say.
  let head: String?
  /// The names of annotated tags by their tag objects, which aren't commits.
  let tagNames: [String: String]

  /// Sorts references by kind.
  init(_ references: [Reference], url: String) {
    self.url = url
    tags = Dictionary(references.compactMap { one in one.tag.map { ($0, one.commit) } }) { $1 }
    branches = Dictionary(references.compactMap { one in one.branch.map { ($0, one.commit) } }) {
      $1
    }
    head = references.first { $0.name == "HEAD" }?.commit
    let objects = references.compactMap { one in
      one.tag.flatMap { tag in one.tagObject.map { ($0, tag) } }
    }
    tagNames = Dictionary(objects) { min($0, $1) }
  }

  /// The tags that name versions, oldest first.
  var versions: [TagVersion] { sorted(tags.keys) }

  /// The branches that name versions, oldest first: some actions move `release/v1`.
  var versionBranches: [TagVersion] { sorted(branches.keys) }

  private func sorted(_ names: some Collection<String>) -> [TagVersion] {
    names.compactMap { TagVersion($0) }.sorted { ($0, $0.text) < ($1, $1.text) }
  }

  /// The version of a commit; nil if no tag has it.
  ///
  /// Several tags can have one commit: `v4` and `v4.1.2`, `restore/v1.0.0` and `save/v1.0.0`, `v1.2.3`
  /// and `2024.1.15`. Those of the same kind as `form` come first, among them those that extend its
  /// number, then that with the most components. Without a form, tags named after the end of the path
  /// come first, plain tags before others, and versions before dates.
  func version(
    of commit: String, like form: TagVersion?, for path: String = ""
  ) -> TagVersion? {
    let everything = sorted(tags.filter { $0.value == commit.lowercased() }.keys)
    let named = form == nil ? everything.filter { $0.isNamed(after: path) } : []
    let all = named.isEmpty ? everything : named
    let alike = form.map { form in all.filter { $0.isSameKind(as: form) } } ?? []
    let extending = form.map { form in
      alike.filter { $0.numbers.starts(with: form.numbers) && $0.label == form.label }
    }
    let candidates = [extending ?? [], alike, all].first { !$0.isEmpty } ?? []
    return candidates.max { $0.rank(alike.isEmpty) < $1.rank(alike.isEmpty) }
  }
}

extension TagVersion {
  /// Whether both tags name versions of one thing: equal prefixes, or none but `v`, and both or
  /// neither begin with a year.
  fileprivate func isSameKind(as other: TagVersion) -> Bool {
    (prefix == other.prefix || (isPlain && other.isPlain)) && beginsWithYear == other.beginsWithYear
  }

  private var beginsWithYear: Bool { component(0) >= 1900 }

  /// Whether the words in front of the number are the end of an action's path: those of
  /// `restore/v1.0.0` and `cache-restore-v1` for `cache/restore`.
  fileprivate func isNamed(after path: String) -> Bool {
    let isSeparator = { (character: Character) in "-_/".contains(character) }
    let marked = prefix.last == "v" ? prefix.dropLast() : prefix[...]
    let words = marked.split(whereSeparator: isSeparator)
    let parts = path.split(whereSeparator: isSeparator).map { $0.prefix { $0 != "." } }
    return !words.isEmpty && words.count <= parts.count && parts.suffix(words.count) == words[...]
  }

  /// What decides between tags of one commit, least important last; of those without a form, the kind
  /// comes first.
  fileprivate func rank(_ isFormless: Bool) -> (Int, Int, Int, String) {
    let kind = isFormless ? (isPlain ? 2 : 0) + (beginsWithYear ? 0 : 1) : 0
    return (kind, numbers.count, label == nil ? 1 : 0, text)
  }
}

/// Fetches the references of repositories, each once.
package final class TagLibrary: Sendable {
  /// The number of branches and tags that a repository may have.
  private static let referenceLimit = 50_000
  /// The host of repositories that are named without one.
  static let publicHost = "https://github.com"

  private let git: Git.Client
  /// The host of the repository that uses others; nil if unknown.
  private let ownHost: String?
  private let known = Mutex<[TagUse.Repository: Once<TagReferences>]>([:])

  /// Creates a library.
  ///
  /// - Parameters:
  ///   - git: for repositories; mirrors and credentials are layers of it.
  ///   - ownHost: the host of the repository that uses others; nil if unknown.
  package init(git: Git.Client, ownHost: String? = nil) {
    self.git = git
    self.ownHost = ownHost
  }

  /// Returns the references of a repository.
  ///
  /// Without a stated host the repository's own host is asked first, as GitHub Enterprise, Gitea and
  /// Forgejo have actions of their own, then github.com.
  package func references(of repository: TagUse.Repository) async throws(Problem) -> TagReferences {
    let once = known.withLock { known in
      if let once = known[repository] { return once }
      let new = Once<TagReferences>()
      known[repository] = new
      return new
    }
    return try await once.value { [self] () async throws(Problem) in
      try await fetch(from: addresses(of: repository))
    }
  }

  /// Returns when the commits of tags were made, in seconds since 1970, by tag.
  ///
  /// A tag is missing if the server doesn't say: its age then counts from when it is first seen,
  /// which never makes it older than it is.
  package func times(of tags: [String], in references: TagReferences) async -> [String: Int64] {
    let commits = tags.compactMap { references.tags[$0] }
    guard !commits.isEmpty, let times = try? await git.times(references.url, commits) else {
      return [:]
    }
    let pairs = tags.compactMap { tag in
      references.tags[tag].flatMap { times[$0] }.map { (tag, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Whether a commit was made after another one; nil if the server doesn't say.
  ///
  /// - Throws: why the server can't be asked.
  func isNewer(
    _ commit: String, than other: String, in references: TagReferences
  ) async throws(Problem) -> Bool? {
    do throws(GitError) {
      let times = try await git.times(references.url, [commit, other])
      guard let own = times[commit], let limit = times[other] else { return nil }
      return own > limit
    } catch {
      throw Problem(failedRequest: error, of: references.url)
    }
  }

  /// The addresses at which a repository can be, in the order in which they are asked.
  private func addresses(of repository: TagUse.Repository) -> [String] {
    switch repository {
    case .address(let url): return [url]
    case .name(let name):
      let others = ownHost.map { $0 == Self.publicHost ? [] : [$0] } ?? []
      return (others + [Self.publicHost]).map { "\($0)/\(name)" }
    }
  }

  private func fetch(from addresses: [String]) async throws(Problem) -> TagReferences {
    var missing: Problem?
    for url in addresses {
      let all: [Reference]
      do throws(GitError) {
        all = try await git.references(url)
      } catch {
        missing = Problem(failedRequest: error, of: url)
        // Another answer than "not found" says nothing about the repository: the public one of
        // that name may belong to somebody else.
        if error.code == .notFound { continue }
        throw Problem(failedRequest: error, of: url)
      }
      guard all.count <= Self.referenceLimit else {
        throw Problem(
          .refused, "has more than \(Self.referenceLimit) branches and tags", subject: url)
      }
      return TagReferences(all, url: url)
    }
    throw missing ?? Problem(.failed, "has no address")
  }
}

extension TagUse.Repository {
  /// The public address.
  var publicAddress: String {
    switch self {
    case .address(let url): url
    case .name(let name): "\(TagLibrary.publicHost)/\(name)"
    }
  }
}
