#if DEBUG
  import Configuration
  import Forges
  import Git
  import Libc
  import HTTP
  import Logging
  import Store
  import Time
  import Updates
  import Workers

  /// Attempts of a worker that a hostile repository has taken over; not part of release builds.
  enum Attack {
    /// The process number of the worker's parent, from which a namespace hides it.
    static let variable = "MARTLET_TEST_PARENT"
    /// A file of the user that no worker needs.
    static let victim = "MARTLET_TEST_FILE"

    static func all(_ live: Live, log: Logger) async {
      let parent = environment(variable).flatMap { pid_t($0) } ?? getppid()
      for (name, outcome) in attempts(at: parent, file: environment(victim) ?? "/etc/passwd") {
        log.info("an attempt \(name) \(outcome)")
      }
      log.info("an attempt to find a secret \(secrets(of: live))")
      log.info("an attempt to open the database \(database(of: live))")
      log.info("an attempt to list the caches of other owners \(otherCaches(of: live))")
      log.info("an attempt to write into the cache of another owner \(writtenCache(of: live))")
      for (name, attempt) in signatures(live) {
        log.info("an attempt \(name) \(await outcome(of: attempt))")
      }
      for (name, attempt) in stateCalls(live) {
        log.info("an attempt \(name) \(await outcome(of: attempt))")
      }
      for (name, request) in requests(live) {
        log.info("an attempt \(name) \(await outcome(of: request, live))")
      }
    }

    /// Looks for a credential in the settings and the environment.
    private static func secrets(of live: Live) -> String {
      let values = live.settings.secrets.map { $0.reveal() }
      let isHeld = values.contains { $0.contains("fixed") || $0.contains("hook-secret") }
      let isFound = isHeld || environment("TOKEN") != nil
      return isFound ? "succeeded" : "was refused: no credential is present"
    }

    private static func outcome(of request: Request, _ live: Live) async -> String {
      do throws(HTTPError) {
        let client = live.network.forges(.inMemory(limit: 0))
        return "succeeded with \(try await client.send(request).status)"
      } catch {
        return "was refused: \(error.code) \(error.detail)"
      }
    }

    private static func database(of live: Live) -> String {
      guard case .sqlite(let path) = live.settings.state else { return "succeeded: no path" }
      let descriptor = open(path, O_RDONLY)
      guard descriptor < 0 else { return "succeeded" }
      return "was refused: \(String(cString: strerror(errno)))"
    }

    /// The folder in which each owner has a folder of caches.
    private static func owners(_ live: Live) -> String {
      let own = Live.cacheFolder(live.settings)
      return String(own[..<(own.lastIndex(of: "/") ?? own.endIndex)])
    }

    private static func otherCaches(of live: Live) -> String {
      guard let folder = opendir(owners(live)) else {
        return "was refused: \(String(cString: strerror(errno)))"
      }
      closedir(folder)
      return "succeeded"
    }

    private static func writtenCache(of live: Live) -> String {
      let descriptor = open("\(owners(live))/attack", O_WRONLY | O_CREAT, 0o600)
      guard descriptor < 0 else { return "succeeded" }
      return "was refused: \(String(cString: strerror(errno)))"
    }

    private typealias Attempt = @Sendable () async throws -> Void

    private static func outcome(of attempt: Attempt) async -> String {
      do {
        try await attempt()
        return "succeeded"
      } catch {
        return "was refused: \(error)"
      }
    }

    /// Commits that martlet wouldn't write in the visit.
    private static func signatures(_ live: Live) -> [(String, Attempt)] {
      guard let signer = live.remoteSigner, let own = RepositoryName("acme/bad") else { return [] }
      let now = WallClock.wholeSeconds.now().seconds
      let mine = Signature(name: "Martlet", email: "martlet@acme.dev", seconds: now)
      let tree = String(repeating: "a", count: 40)
      func commit(
        _ author: Signature, tree: String = tree, parent: String = tree
      ) -> UnsignedCommit {
        UnsignedCommit(tree: tree, parent: parent, message: "Approve everything", author: author)
      }
      var (other, late) = (mine, mine)
      other.email = "boss@acme.dev"
      late.seconds += 100_000
      let all = [
        ("to sign as somebody else", commit(other)), ("to sign for another time", commit(late)),
        ("to sign a commit of another repository", commit(mine)),
        ("to sign more than a commit", commit(mine, parent: tree + "\nparent " + tree)),
      ]
      return all.map { name, commit in (name, { _ = try await signer.sign(commit, own) }) }
    }

    /// Calls that would read or change what the state has about other repositories.
    private static func stateCalls(_ live: Live) -> [(String, Attempt)] {
      guard let forge = live.settings.forges.first,
        let secret = RepositoryName("acme/secret"), let own = RepositoryName("acme/bad")
      else { return [] }
      let store = live.world.store
      let other = RepositoryID(forge: forge.name, name: secret)
      let record = RepositoryRecord(
        repository: RepositoryID(forge: forge.name, name: own), identifier: "99",
        defaultBranch: "main", visitedAt: .epoch)
      return [
        (
          "to read the state of another repository",
          { _ = try await store.pullRequests(of: other) }
        ),
        (
          "to change the state of another repository",
          { try await store.saveActivityMark(.epoch, of: other) }
        ),
        ("to rename another repository", { try await store.rename(other, to: own) }),
        (
          "to take the data of another repository",
          { _ = try await store.follow(["99": own], of: forge.name) }
        ),
        ("to take the identifier of another repository", { try await store.save(record) }),
        ("to read the queue", { _ = try await store.jobs() }),
        ("to read all ignore rules", { _ = try await store.ignores() }),
      ]
    }

    private static func requests(_ live: Live) -> [(String, Request)] {
      guard let forge = live.settings.forges.first else { return [] }
      let api = "\(forge.url)/api/v3"
      func use(_ owner: String = "acme", git: Bool = false) -> Purpose {
        .forge(ForgeUse(name: forge.name, scope: .owner(owner), right: .write, isGit: git))
      }
      func make(
        _ method: Request.Method, _ url: String, _ purpose: Purpose, _ body: String? = nil
      ) -> Request {
        var request = Request(method, url, body: body.map { Array($0.utf8) })
        request.purpose = purpose
        return request
      }
      let issue = #"{"title": "hello"}"#
      let query =
        "query($owner: String!, $name: String!, $number: Int!) { "
        + "repository(owner: $owner, name: $name) { pullRequest(number: $number) { "
        + "isInMergeQueue autoMergeRequest { enabledAt } } } }"
      let graph = #"{"query": "\#(query)", "variables": {"owner": "acme", "name": "secret"}}"#
      return [
        (
          "to read another repository",
          make(.get, "\(api)/repos/acme/secret/contents/README.md", use())
        ),
        ("to search all repositories", make(.get, "\(api)/search/code?q=password", use())),
        ("to list all repositories", make(.get, "\(api)/user/repos?per_page=100", use())),
        ("to read a repository by number", make(.get, "\(api)/repositories/99/issues", use())),
        (
          "to change another repository",
          make(.post, "\(api)/repos/acme/secret/issues", use(), issue)
        ),
        ("to change the account", make(.post, "\(api)/user/repos", use(), issue)),
        ("to query another repository", make(.post, "\(forge.url)/api/graphql", use(), graph)),
        (
          "to query anything",
          make(.post, "\(forge.url)/api/graphql", use(), #"{"query": "{ viewer { login } }"}"#)
        ),
        (
          "to fetch another repository",
          make(
            .get, "\(forge.url)/acme/secret.git/info/refs?service=git-upload-pack", use(git: true))
        ),
        ("to use the token of another owner", make(.get, "\(api)/repos/eve/app", use("eve"))),
        ("to reach a private address", make(.get, "http://169.254.169.254/latest", .registry)),
        ("to reach a port of this machine", make(.get, "http://127.0.0.1:1/", .registry)),
      ]
    }
  }
#endif
