import Ecosystem
import Git
import HTTP
import Synchronization
import Testing
import Text
import Versioning

@Suite struct `Tools that share an identifier` {
  /// Tools of the language Bird: `bird` writes `bird.lock`, `nest` writes `nest.lock`.
  private static let catalog = EcosystemCatalog([
    tool("bird", serves: "bird"), tool("nest", serves: "nest"),
  ])

  private static func tool(_ name: String, serves word: String) -> EcosystemDescription {
    var description = EcosystemDescription(
      id: EcosystemID("bird"), displayName: name, language: "Bird",
      label: EcosystemLabel("bird", color: "112233"), purlType: "bird", words: ["bird"],
      manifests: ["bird.json"], lockFile: "\(name).lock",
      versions: VersionOrder(of: BirdVersion.self), satisfies: { $0 == $1 },
      create: { _ in BirdTool(name: name, word: word) })
    description.wordsByLock = ["nest.lock": "nest"]
    description.generatedFolders = ["\(name)_modules"]
    return description
  }

  private func shared() throws -> any PackageEcosystem {
    let resources = EcosystemResources(
      http: HTTP.Client { request throws(HTTPError) in
        throw HTTPError(.unreachable, url: request.url)
      },
      git: Git.Client(
        references: { remote throws(GitError) in throw GitError(.unreachable, subject: remote) },
        files: { remote, _, _ throws(GitError) in throw GitError(.unreachable, subject: remote) }))
    return try Self.catalog.descriptions[0].create(resources)
  }

  @Test func `are one ecosystem with the lists of all`() {
    #expect(Self.catalog.descriptions.count == 1)
    let description = Self.catalog.descriptions[0]
    #expect(description.displayName == "bird")
    #expect(description.tools == ["bird", "nest"])
    #expect(description.generatedFolders == ["bird_modules", "nest_modules"])
    #expect(Self.catalog["bird"]?.ids == [EcosystemID("bird")])
  }

  @Test(arguments: [("bird.lock", "bird"), ("a/nest.lock", "nest"), (nil, "bird")])
  func `have the word of the tool that wrote the lock`(lock: String?, word: String) {
    let project = Project(
      ecosystem: EcosystemID("bird"), directory: "/", manifest: "bird.json", lock: lock)
    #expect(Self.catalog.word(for: project) == word)
  }

  @Test(arguments: [
    (["bird.lock"], "bird", "bird"), (["nest.lock"], "", "nest"), ([], "", "bird"),
    (["bird.lock", "nest.lock"], "bird", "bird"), (["bird.lock", "nest.lock"], "nest", "nest"),
  ])
  func `open a project with the tool that its files name`(
    locks: [String], word: String, tool: String
  ) async throws {
    let files = Dictionary(
      uniqueKeysWithValues: (locks + ["bird.json"]).map { ($0, $0 == "bird.json" ? word : "") })
    let tree = SourceTree(name: "project", files: files)
    let ecosystem = try shared()
    let projects = ecosystem.discover(in: tree.paths)
    #expect(projects.map(\.manifest) == ["bird.json"])
    let opened = try await ecosystem.open(projects[0], in: tree)
    #expect(try await opened.explain("", version: nil) == [tool])
    #expect(opened.project.lock == (locks.isEmpty ? nil : "\(tool).lock"))
  }

  @Test func `discover once for all projects of a tree, and again for another tree`() async throws {
    let count = Mutex(0)
    let tool = BirdTool(name: "bird", word: "bird") { count.withLock { $0 += 1 } }
    let ecosystem = SharedEcosystem(tool.description, [tool])
    let project = Project(
      ecosystem: EcosystemID("bird"), directory: "/", manifest: "bird.json", lock: nil)
    let tree = SourceTree(name: "project", files: ["bird.json": ""])
    for _ in 0..<3 { _ = try await ecosystem.open(project, in: tree) }
    #expect(count.withLock(\.self) == 1)
    let locked = SourceTree(name: "project", files: ["bird.json": "", "bird.lock": ""])
    let opened = try await ecosystem.open(project, in: locked)
    #expect(count.withLock(\.self) == 2)
    #expect(opened.project.lock == "bird.lock")
  }

  @Test func `fail if their files decide nothing`() async throws {
    let tree = SourceTree(
      name: "project", files: ["bird.json": "?", "bird.lock": "", "nest.lock": ""])
    let ecosystem = try shared()
    let project = ecosystem.discover(in: tree.paths)[0]
    await #expect(throws: Problem.self) { try await ecosystem.open(project, in: tree) }
  }
}

private struct BirdVersion: Versioning.Version {
  var description: String
  var isPrerelease: Bool { false }

  init?(_ text: String) {
    description = text
  }

  static func < (left: BirdVersion, right: BirdVersion) -> Bool {
    left.description < right.description
  }
}

/// A tool whose projects explain everything with the tool's name.
private struct BirdTool: PackageEcosystem {
  var name: String
  /// The text of a manifest that names the tool.
  var word: String
  /// Called by each discovery.
  var onDiscovery: @Sendable () -> Void = {}

  var description: EcosystemDescription {
    EcosystemDescription(
      id: EcosystemID("bird"), displayName: name, language: "Bird",
      label: EcosystemLabel("bird", color: "112233"), purlType: "bird", words: ["bird"],
      manifests: ["bird.json"], lockFile: "\(name).lock",
      versions: VersionOrder(of: BirdVersion.self), satisfies: { $0 == $1 },
      create: { _ in self })
  }

  func discover(in paths: [String]) -> [Project] {
    onDiscovery()
    let lock = paths.first { $0 == "\(name).lock" }
    if lock == nil, paths.contains(where: { $0.hasSuffix(".lock") }) { return [] }
    return paths.filter { $0 == "bird.json" }.map {
      Project(ecosystem: EcosystemID("bird"), directory: "/", manifest: $0, lock: lock)
    }
  }

  func serves(_ project: Project, in tree: SourceTree) async throws(Problem) -> Bool {
    let text = try await tree.read(project.manifest).string
    if text == "?" { throw Problem(.refused, "has two locks", subject: project.directory) }
    return text.isEmpty ? name == "bird" : text == word
  }

  func open(_ project: Project, in tree: SourceTree) async throws(Problem) -> any OpenProject {
    BirdProject(project: project, tool: name)
  }

  func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream { Upstream() }

  func warnings(about change: Change) -> [Warning] { [] }

  func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(endings: [], names: [], modules: { _ in [] })
  }
}

private struct BirdProject: OpenProject {
  var project: Project
  var tool: String

  func dependencies() async throws(Problem) -> [Dependency] { [] }
  func declares(_ name: String) -> Bool { false }
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] { [] }
  func change(toward goal: Goal) async throws(Problem) -> Change { Change(files: [], moves: []) }
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] { [tool] }
}
