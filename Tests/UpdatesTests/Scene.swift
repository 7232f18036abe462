import Advisories
import Bundler
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Git
import Logging
import NPM
import Store
import Synchronization
import Testing
import Text
import Updates

/// A repository `acme/app` in a folder, with people, scripted ecosystems and passes of martlet.
///
///     let scene = try await Scene("groups: {all: {patterns: [\"*\"]}}", ["deps.txt": "a 1.0.0\n"])
///     scene.npm.publish("a", "1.0.0", "1.1.0")
///     try await scene.run()
///     #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0 in the all group"])
final class Scene: Sendable {
  let npm = ScriptedEcosystem(.npm)
  let gems = ScriptedEcosystem(.bundler)
  private let others: [ScriptedEcosystem]
  private let place: Mutex<RepositoryName>
  private let folder: String
  private let clock = Mutex<Int64>(1_800_000_000)
  private let store: Mutex<StateStore>
  /// What the source of advisories says, or why it does not.
  let advisories = Mutex(AdvisoryAnswer())

  /// What happens once while a pass looks things up.
  let meanwhile = Mutex<[@Sendable () async -> Void]>([])

  struct Failure: Error {}

  /// Makes the repository with a `dependabot.yml` of one entry for npm at the root, to which lines
  /// are added; a text that begins with `updates:` or a group stands for all of it.
  ///
  /// - Parameters:
  ///   - rules: the lines, or the whole text.
  ///   - files: further files by path.
  ///   - others: ecosystems besides npm and Bundler.
  /// - Throws: what should not fail.
  init(
    _ rules: String = "", _ files: [String: String], others: [ScriptedEcosystem] = []
  ) async throws {
    self.others = others
    guard let name = RepositoryName("acme/app") else { throw Failure() }
    place = Mutex(name)
    folder = FileManager.default.temporaryDirectory.path + "/martlet-scene-\(UUID().uuidString)"
    store = Mutex(try await StateStore.inMemory())
    try await create(files.merging([".github/dependabot.yml": Self.configuration(rules)]) { $1 })
  }

  /// Makes a repository with these files where there is none.
  private func create(_ files: [String: String]) async throws {
    let git = try Git.Repository.create(at: "\(folder)/\(repository).git")
    let tree = try git.writeTree(from: nil, [:])
    let ann = Signature(name: "Ann", email: "ann@acme.dev", seconds: 1_700_000_000)
    let start = try git.write(
      tree: tree, parents: [], message: "Start", author: ann, committer: ann)
    try git.setReference("refs/heads/main", to: start, expecting: nil)
    try await push(files)
  }

  private var ecosystems: [ScriptedEcosystem] { [npm, gems] + others }
  private var catalog: EcosystemCatalog { EcosystemCatalog(ecosystems.map(\.description)) }

  /// What the repository is called now.
  var repository: RepositoryName { place.withLock(\.self) }

  /// The owner gives the repository another name.
  func rename(to name: String) throws {
    let old = repository
    guard let new = RepositoryName(name) else { throw Failure() }
    let files = FileManager.default
    try files.createDirectory(
      atPath: "\(folder)/\(new.owner)", withIntermediateDirectories: true)
    for part in ["git", "pulls"] where files.fileExists(atPath: "\(folder)/\(old).\(part)") {
      try files.moveItem(atPath: "\(folder)/\(old).\(part)", toPath: "\(folder)/\(new).\(part)")
    }
    place.withLock { $0 = new }
  }

  /// The owner makes another repository under a name that nobody has; it is looked at from now on.
  func begin(_ name: String, _ files: [String: String], rules: String = "") async throws {
    guard let new = RepositoryName(name) else { throw Failure() }
    place.withLock { $0 = new }
    try await create(files.merging([".github/dependabot.yml": Self.configuration(rules)]) { $1 })
  }

  /// Looks at another repository from now on.
  func turn(to name: String) throws {
    guard let name = RepositoryName(name) else { throw Failure() }
    place.withLock { $0 = name }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static func configuration(_ rules: String) -> String {
    if rules.contains("updates:") { return "version: 2\n" + rules }
    let lines = rules.split(separator: "\n").map { "    \($0)\n" }.joined()
    return """
      version: 2
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
      \(lines)
      """
  }

  func forge(as login: String = "martlet") throws -> LocalForge {
    guard
      let forge = LocalForge(
        name: "here", url: "file://\(folder)", login: login,
        now: { [self] in Date(timeIntervalSince1970: Double(now)) })
    else { throw Failure() }
    return forge
  }

  var now: Int64 { clock.withLock(\.self) }

  func wait(hours: Int64) { clock.withLock { $0 += hours * 3600 } }

  /// Forgets everything that is not at the forge.
  func loseState() async throws {
    let fresh = try await StateStore.inMemory()
    store.withLock { $0 = fresh }
  }

  /// Somebody begins a branch at the head of `main`.
  func branch(_ name: String) async throws {
    let forge = try forge(as: "ann")
    guard let head = try await forge.head(of: "main", in: repository) else { throw Failure() }
    _ = try await forge.createBranch(name, at: head, in: repository)
  }

  /// The owner makes a new branch the default one; the old one stays.
  func makeDefault(_ branch: String) async throws {
    try await self.branch(branch)
    try "ref: refs/heads/\(branch)\n".write(
      toFile: "\(folder)/acme/app.git/HEAD", atomically: true, encoding: .utf8)
  }

  /// A webhook said that the repository is not what it was.
  func doubtBranch() async throws {
    try await store.withLock(\.self).doubtBranch(of: "\(repository)", forge: "here")
  }

  /// Rules of the repository as its owner sets them, as JSON.
  func settings(_ json: String) throws {
    let place = "\(folder)/acme/app.pulls"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try json.write(toFile: "\(place)/settings.json", atomically: true, encoding: .utf8)
  }
}

extension Scene {
  /// Somebody's commit on a branch; nil takes a file away.
  func push(
    _ files: [String: String?], links: [String: String] = [:], to branch: String = "main",
    message: String = "Write by hand"
  ) async throws {
    let forge = try forge(as: "ann")
    guard let head = try await forge.head(of: branch, in: repository) else { throw Failure() }
    let ann = Author(name: "Ann", email: "ann@acme.dev", login: "ann")
    var changes = files.mapValues { text -> Forges.FileChange in
      text.map { .write(Array($0.utf8), mode: .regular) } ?? .delete
    }
    for (path, target) in links { changes[path] = .write(Array(target.utf8), mode: .link) }
    let commit = try await forge.commit(
      CommitProposal(parent: head, changes: changes, message: message, author: ann),
      in: repository)
    _ = try await forge.moveBranch(
      branch, from: head, to: commit.sha, force: false, in: repository)
  }

  /// Changes the rules of the one entry.
  func configure(_ rules: String) async throws {
    try await push([".github/dependabot.yml": Self.configuration(rules)])
  }

  /// One pass; answers what it says of each dependency that is not simply up to date.
  ///
  /// - Parameters:
  ///   - dry: whether to write nothing.
  ///   - attention: what is looked for.
  ///   - listed: the names of all repositories by identifiers, as a list of the forge's has them.
  ///   - other: the state of another worker; nil: the scene's.
  /// - Returns: notes, problems, then a line for each dependency.
  /// - Throws: what should not fail.
  @discardableResult
  func run(
    dry: Bool = false, for attention: Attention = .everything, listed: [String: String] = [:],
    by other: StateStore? = nil
  ) async throws -> [String] {
    let store = other ?? store.withLock(\.self)
    let world = World(
      ecosystems: ecosystems, store: store, now: { [self] in now }, log: .silent,
      advisories: { [self] _ in
        await meanwhile.withLock { $0.popLast() }?()
        return advisories.withLock(\.self)
      })
    let forge = try forge()
    let list = listed.compactMap { identifier, name in
      RepositoryName(name).map {
        Forges.Repository(name: $0, identifier: identifier, defaultBranch: "main")
      }
    }
    try await world.follow(list, of: forge.name)
    let pass = RepositoryPass(
      world: world, forge: forge, identity: try await forge.identity(), isDry: dry,
      listed: { name in list.first { $0.name == name } },
      entries: { [catalog] tree, _ in
        guard let path = RepositoryFile.paths.first(where: tree.paths.contains) else { return [] }
        let decoded = RepositoryFile.read(
          try await tree.read(path), ecosystems: catalog)
        let file = try #require(decoded.value, "\(decoded.findings)")
        return file.updates.map { entry in
          var entry = Updates.Entry(entry, in: file) {
            try catalog.version($0, satisfies: $1, in: entry.ecosystem)
          }
          entry.attention = attention
          return entry
        }
      })
    let report = await pass(repository)
    return report.notices + report.problems.map { "\($0.subject ?? ""): \($0.message)" }
      + report.dependencies.filter { $0.state != .upToDate }.map { report in
        let place = report.project.directory == "/" ? "" : "\(report.project.directory) "
        return "\(place)\(report.dependency.name): \(report.state)"
      }
  }

  /// What the state says of each dependency to people who look at the pages.
  func observations() async throws -> [Observation] {
    try await store.withLock(\.self).observations(of: "\(repository)", forge: "here")
  }

  /// What a look at the source says anew of all that was seen.
  func news() async throws -> FleetAdvisoryScan.News {
    let scan = FleetAdvisoryScan(
      store: store.withLock(\.self), ecosystems: catalog,
      advisories: { [self] _ in advisories.withLock(\.self) })
    return try await scan()
  }

  func pullRequests() async throws -> [PullRequest] {
    let query = PullRequestQuery(state: .all)
    return try await forge().pullRequests(query, in: repository).sorted { $0.number < $1.number }
  }

  /// `#1 Bump a from 1 to 2`, of those that are open.
  func open() async throws -> [String] {
    try await pullRequests().filter { $0.state == .open }.map { "#\($0.number) \($0.title)" }
  }

  /// A file as a pull request's branch has it.
  func text(_ file: String, of number: Int) async throws -> String? {
    let head = try await forge().pullRequest(number, in: repository).headSHA
    let bytes = try await forge().file(file, at: head, limit: 1 << 20, in: repository)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What was said on a pull request.
  func comments(on number: Int) async throws -> [String] {
    try await forge().comments(on: number, in: repository).map(\.body)
  }

  /// The message of a pull request's commit.
  func message(of number: Int) async throws -> String {
    let head = try await forge().pullRequest(number, in: repository).headSHA
    return try await forge().commit(head, in: repository).message
  }

  func branches() async throws -> [String] {
    try await forge().branches(startingWith: "martlet", in: repository).map(\.name)
  }

  /// A person closes a pull request.
  func close(_ number: Int) async throws {
    _ = try await forge(as: "ann").update(number, PullRequestEdit(isOpen: false), in: repository)
  }

  /// A person merges a pull request.
  func merge(_ number: Int) async throws {
    let forge = try forge(as: "ann")
    let head = try await forge.pullRequest(number, in: repository).headSHA
    _ = try await forge.merge(number, at: head, by: .squash, in: repository)
  }
}
