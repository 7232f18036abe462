import Advisories
import Bundler
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Git
import Languages
import Logging
import NPM
import Store
import Synchronization
import Testing
import TestSupport
import Text
import Time
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
  private let others: [any PackageEcosystem]
  private let repositoryName: Mutex<RepositoryName>
  private let folder: String
  private let clock = Mutex<Timestamp>(1_800_000_000)
  private let store: Mutex<StateStore>
  /// The answer of the advisory database.
  let advisories = Mutex(AdvisoryAnswer())
  /// All problems of the last pass, also those of dependencies.
  let lastProblems = Mutex<[Problem]>([])
  /// The reports of all dependencies in the last pass.
  let lastReports = Mutex<[DependencyReport]>([])
  /// The findings in the configuration in the last pass.
  let lastFindings = Mutex<[Finding]>([])
  /// When merges may begin.
  let calendar = Mutex(MergeCalendar.utc)

  /// What registries say about an update.
  let notes = Mutex<@Sendable (Update) -> Annotation>({ _ in Annotation() })

  /// The operator's families of packages.
  let families = Mutex<[FamilySettings]>([])
  /// What repositories learn from each other.
  let fleet = Mutex(FleetSettings())
  /// What happens to pull requests of other bots.
  let takeover = Mutex<Takeover?>(nil)
  /// Whether a repository gets new versions first.
  let isCanary = Mutex<@Sendable (RepositoryID) -> Bool>({ _ in false })

  /// Whether the operator's patterns name the owner of the repository.
  let isOwn = Mutex(true)
  /// The messages that martlet writes by itself.
  let people = Mutex(PeopleSettings.silent)
  /// The language of repositories whose file names none.
  let language = Mutex(Language.english)

  /// The presets in other repositories: `acme/config//default.json`.
  let presets = Mutex<[String: String]>([:])

  /// The addresses of archived repositories.
  let archived = Mutex<Set<String>>([])
  /// Why it isn't known of repositories whether they are archived, by address.
  let silent = Mutex<[String: RepositoryUpkeep.Gap]>([:])
  /// How parts of groups are judged.
  let split = Mutex(SplitSettings())
  /// The memory of all passes; nil: each pass has one of its own.
  let memory = Mutex<ProjectMemory?>(nil)
  /// Returns the forge that passes use in place of the folder itself.
  let forgeOfPasses = Mutex<@Sendable (LocalForge) -> any Forge>({ $0 })

  /// Actions that run once during the look-up of a pass.
  let meanwhile = Mutex<[@Sendable () async -> Void]>([])

  struct Failure: Error {}

  /// Creates the repository with a `dependabot.yml` that has one npm entry for the root.
  ///
  /// - Parameters:
  ///   - rules: added to the entry; if it contains `updates:`, it replaces the whole file.
  ///   - files: further files by path.
  ///   - others: ecosystems besides npm and Bundler.
  /// - Throws: unexpected errors.
  init(
    _ rules: String = "", _ files: [String: String], others: [any PackageEcosystem] = []
  ) async throws {
    self.others = others
    guard let name = RepositoryName("acme/app") else { throw Failure() }
    repositoryName = Mutex(name)
    folder = FileManager.default.temporaryDirectory.path + "/martlet-scene-\(uniqueName())"
    store = Mutex(try await StateStore.inMemory())
    try await create(files.merging([".github/dependabot.yml": Self.configuration(rules)]) { $1 })
  }

  /// Creates a repository with these files.
  private func create(_ files: [String: String]) async throws {
    let git = try Git.Repository.create(at: "\(folder)/\(repository).git")
    let tree = try git.writeTree(from: nil, [:])
    let ann = Signature(name: "Ann", email: "ann@acme.dev", seconds: 1_700_000_000)
    let start = try git.write(
      tree: tree, parents: [], message: "Start", author: ann, committer: ann)
    try git.setReference("refs/heads/main", to: start, expecting: nil)
    try await push(files)
  }

  private var ecosystems: [any PackageEcosystem] { [npm, gems] + others }
  private var catalog: EcosystemCatalog { EcosystemCatalog(ecosystems.map(\.description)) }

  /// The current name of the repository.
  var repository: RepositoryName { repositoryName.withLock(\.self) }

  /// Renames the repository as its owner.
  func rename(to name: String) throws {
    let old = repository
    guard let new = RepositoryName(name) else { throw Failure() }
    let files = FileManager.default
    try files.createDirectory(
      atPath: "\(folder)/\(new.owner)", withIntermediateDirectories: true)
    for part in ["git", "pulls"] where files.fileExists(atPath: "\(folder)/\(old).\(part)") {
      try files.moveItem(atPath: "\(folder)/\(old).\(part)", toPath: "\(folder)/\(new).\(part)")
    }
    repositoryName.withLock { $0 = new }
  }

  /// Creates another repository under an unused name and continues with it.
  func begin(_ name: String, _ files: [String: String], rules: String = "") async throws {
    guard let new = RepositoryName(name) else { throw Failure() }
    repositoryName.withLock { $0 = new }
    try await create(files.merging([".github/dependabot.yml": Self.configuration(rules)]) { $1 })
  }

  /// Continues with another repository.
  func turn(to name: String) throws {
    guard let name = RepositoryName(name) else { throw Failure() }
    repositoryName.withLock { $0 = name }
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
        now: { [self] in now })
    else { throw Failure() }
    return forge
  }

  var now: Timestamp { clock.withLock(\.self) }

  func wait(hours: Int64) { clock.withLock { $0 += .seconds(hours * 3_600) } }

  /// The state database.
  var state: StateStore { store.withLock(\.self) }

  /// Continues with the state database in a file.
  func openState(at path: String) async throws {
    let opened = try await StateStore.open(path)
    store.withLock { $0 = opened }
  }

  /// Deletes the state database.
  func loseState() async throws {
    let fresh = try await StateStore.inMemory()
    store.withLock { $0 = fresh }
  }

  /// Creates a branch at the head of `main` as another person.
  func branch(_ name: String) async throws {
    let forge = try forge(as: "ann")
    guard let head = try await forge.head(of: "main", in: repository) else { throw Failure() }
    _ = try await forge.createBranch(name, at: head, in: repository)
  }

  /// Creates a branch and makes it the default branch; the old one is kept.
  func makeDefault(_ branch: String) async throws {
    try await self.branch(branch)
    try "ref: refs/heads/\(branch)\n".write(
      toFile: "\(folder)/acme/app.git/HEAD", atomically: true, encoding: .utf8)
  }

  /// Requests a confirmation of the repository, as a webhook does.
  func invalidateDefaultBranch() async throws {
    try await store.withLock(\.self).invalidateDefaultBranch(of: "here/\(repository)")
  }

  /// Sets the branch rules of the repository, as JSON.
  func settings(_ json: String) throws {
    let records = "\(folder)/acme/app.pulls"
    try FileManager.default.createDirectory(atPath: records, withIntermediateDirectories: true)
    try json.write(toFile: "\(records)/settings.json", atomically: true, encoding: .utf8)
  }
}

extension Scene {
  /// Pushes a commit as another person; nil deletes a file.
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

  /// Removes a pull request and the state, as if the process had died before it opened one.
  func forget(_ number: Int) async throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(repository).pulls/\(number).json")
    try await loseState()
  }

  /// The accounts that are asked to review a pull request.
  func reviewers(of number: Int) throws -> [String] {
    struct Record: Decodable { var reviewers: [String] }
    let path = "\(folder)/\(repository).pulls/\(number).json"
    let data = try Data(contentsOf: URL(filePath: path))
    return try JSONDecoder().decode(Record.self, from: data).reviewers
  }

  /// Replaces the rules of the entry.
  func configure(_ rules: String) async throws {
    try await push([".github/dependabot.yml": Self.configuration(rules)])
  }

  /// Makes a pass and returns the states of all dependencies that are not up to date.
  ///
  /// - Parameters:
  ///   - dry: whether to write nothing.
  ///   - due: the updates that are due.
  ///   - byRule: the updates that are due for rules with a schedule.
  ///   - entries: the indexes of the entries that are due; nil: all.
  ///   - watching: whether to run the watch stage only.
  ///   - importing: whether to propose the configuration of another bot only.
  ///   - listed: the names of all repositories by identifier, as the forge lists them.
  ///   - canPush: whether the list says that the credential may write.
  ///   - other: the state of another worker; nil: that of the scene.
  /// - Returns: notices, problems, then a line for each dependency.
  /// - Throws: unexpected errors.
  @discardableResult
  func run(
    dry: Bool = false, for due: DueUpdates = .everything, byRule: [DueUpdates] = [],
    only entries: Set<Int>? = nil, watching: Bool = false, importing: Bool = false,
    listed: [String: String] = [:], canPush: Bool = true, by other: StateStore? = nil
  ) async throws -> [String] {
    var store = other ?? store.withLock(\.self)
    store.isCanary = isCanary.withLock(\.self)
    var world = World(
      ecosystems: ecosystems, store: store, now: { [self] in now }, log: .silent,
      advisories: { [self] _ in
        await meanwhile.withLock { $0.popLast() }?()
        return advisories.withLock(\.self)
      })
    world.mergeCalendar = calendar.withLock(\.self)
    world.memory = memory.withLock(\.self) ?? ProjectMemory()
    let notes = notes.withLock(\.self)
    world.notes = { notes($0) }
    world.people = people.withLock(\.self)
    let isOwn = isOwn.withLock(\.self)
    world.isOwn = { _ in isOwn }
    world.language = language.withLock(\.self)
    world.fleet = fleet.withLock(\.self)
    world.families = families.withLock(\.self)
    world.takeover = takeover.withLock(\.self)
    world.split = split.withLock(\.self)
    let archived = archived.withLock(\.self)
    let silent = silent.withLock(\.self)
    world.upkeep = { _, upstream in
      let pages = upstream.addresses
      return pages.first { archived.contains($0) }.map { .archived(page: $0) }
        ?? pages.lazy.compactMap { page in silent[page].map { .unknown(page: page, $0) } }.first
    }
    world.forgeHosts = ["here": "https://forge.example"]
    let forge = forgeOfPasses.withLock(\.self)(try forge())
    let list = listed.compactMap { identifier, name in
      RepositoryName(name).map {
        Forges.Repository(
          name: $0, identifier: identifier, defaultBranch: "main", canPush: canPush)
      }
    }
    try await world.follow(list, of: forge.name)
    var pass = RepositoryPass(
      world: world, forge: forge, identity: try await forge.identity(), isDry: dry,
      listed: { name in list.first { $0.name == name } },
      entries: { [catalog] tree, _ in
        let paths = ConfigurationPaths(folders: [".github"])
        guard let path = paths.choose(among: tree.paths)?.path else { return [] }
        let decoded = RepositoryFile.read(
          try await tree.read(path), ecosystems: catalog)
        guard var file = decoded.value else {
          let errors = decoded.findings.filter { $0.severity == .error }
          throw Problem(
            .usage, errors.first?.message ?? "", at: errors.first?.location,
            explanation: errors.dropFirst().map(\.description))
        }
        file.findings = decoded.findings
        return file.updates.enumerated().map { [file] index, entry in
          var entry = Updates.Entry(entry, in: file) {
            try catalog.version($0, satisfies: $1, in: entry.ecosystem)
          }
          entry.due = entries?.contains(index) ?? true ? due : .nothing
          entry.dueByRule = byRule
          return entry
        }
      })
    pass.preset = { [self] reference in
      guard let text = presets.withLock({ $0["\(reference)"] }) else { throw Failure() }
      return SourceText(file: "\(reference)", text)
    }
    let report =
      importing
      ? await pass.importConfiguration(repository)
      : watching ? await pass.watch(repository) : await pass(repository)
    lastProblems.withLock { $0 = report.allProblems }
    lastReports.withLock { $0 = report.dependencies }
    lastFindings.withLock { $0 = report.findings }
    return report.notices + report.problems.map { "\($0.subject ?? ""): \($0.message)" }
      + report.dependencies.filter { $0.state != .upToDate }.map { report in
        let directory = report.project.directory == "/" ? "" : "\(report.project.directory) "
        return "\(directory)\(report.dependency.name): \(report.state)"
      }
  }

  /// The saved problems, sorted.
  func problems() async throws -> [String] {
    let row = try await store.withLock(\.self).fleetRow(of: "here/\(repository)")
    return row?.problems.map(\.message).sorted() ?? []
  }

  /// Saves a problem of the repository as a whole.
  func fail(_ problem: String) async throws {
    try await store.withLock(\.self).finishPass(
      over: "here/\(repository)", lasting: .zero, problems: [problem], now: now)
  }

  /// All facts of the repository, oldest first: `kind: summary`.
  func facts() async throws -> [String] {
    let store = store.withLock(\.self)
    return try await store.facts(of: forge().id(of: repository), limit: 100).reversed()
      .map { "\($0.kind): \($0.summary)" }
  }

  /// Why the repository gets updates or none.
  func condition() async throws -> RepositoryCondition? {
    try await store.withLock(\.self).fleetRow(of: "here/\(repository)")?.condition
  }

  /// The saved observations of all dependencies.
  func observations() async throws -> [Observation] {
    try await store.withLock(\.self).observations(of: "here/\(repository)")
  }

  /// The saved records of pull requests.
  func records() async throws -> [PullRequestRecord] {
    try await store.withLock(\.self).pullRequests(of: "here/\(repository)")
  }

  /// The versions of unusual origin in open pull requests.
  func originWarnings() async throws -> [FleetOriginWarning] {
    try await store.withLock(\.self).originWarnings()
  }

  /// The saved verdicts of pull requests.
  func impacts(of name: String, _ ecosystem: String) async throws -> [PackageImpact] {
    try await store.withLock(\.self).impacts(of: name, ecosystem: ecosystem)
  }

  func verdicts() async throws -> [VerdictRecord] {
    try await store.withLock(\.self).verdicts(of: "here/\(repository)")
  }

  func save(_ record: PullRequestRecord) async throws {
    try await store.withLock(\.self).save(record)
  }

  func save(_ begun: BegunBranch) async throws {
    try await store.withLock(\.self).save(begun)
  }

  /// Scans for new advisories.
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

  /// Number and title of the open pull requests: `#1 Bump a from 1 to 2`.
  func open() async throws -> [String] {
    try await pullRequests().filter { $0.state == .open }.map { "#\($0.number) \($0.title)" }
  }

  /// Reads a file on the branch of a pull request.
  func text(_ file: String, of number: Int) async throws -> String? {
    let head = try await forge().pullRequest(number, in: repository).headSHA
    let bytes = try await forge().file(file, at: head, limit: 1 << 20, in: repository)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The comments on a pull request.
  func comments(on number: Int) async throws -> [String] {
    try await forge().comments(on: number, in: repository).map(\.body)
  }

  /// The commit message of a pull request.
  func message(of number: Int) async throws -> String {
    let head = try await forge().pullRequest(number, in: repository).headSHA
    return try await forge().commit(head, in: repository).message
  }

  func branches() async throws -> [String] {
    try await forge().branches(startingWith: "martlet", in: repository).map(\.name)
  }

  /// Closes a pull request as another person.
  func close(_ number: Int) async throws {
    _ = try await forge(as: "ann").update(number, PullRequestEdit(isOpen: false), in: repository)
  }

  /// Makes a pull request a draft, as another person.
  func convertToDraft(_ number: Int) async throws {
    let path = "\(folder)/\(repository).pulls/\(number).json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let draft = text.replacing("\"isDraft\" : false", with: "\"isDraft\" : true")
      .replacing("\"isDraft\":false", with: "\"isDraft\":true")
    guard draft != text else { throw Failure() }
    try draft.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Merges a pull request as another person.
  func merge(_ number: Int) async throws {
    let forge = try forge(as: "ann")
    let head = try await forge.pullRequest(number, in: repository).headSHA
    _ = try await forge.merge(number, at: head, by: .squash, in: repository)
  }
}

extension Scene {
  /// What one pass over everything finds with an empty state.
  func problemsOfFreshState() async throws -> (problems: [String], condition: RepositoryCondition?)
  {
    let fresh = try await StateStore.inMemory()
    try await run(by: fresh)
    let row = try await fresh.fleetRow(of: "here/\(repository)")
    return (row?.problems.map(\.message).sorted() ?? [], row?.condition)
  }
}
