import Ecosystem
import Git
import Text

/// Files without a lock, parsed: what they name, in parts that are edited together.
struct ReferenceProject: OpenProject {
  let project: Project
  let files: [ReferenceFile]
  let images: ImagePart
  private let tags: TagPart
  private let listed: ListedPart
  /// All parts; a name that several have means that of the first.
  private var parts: [any ReferencePart] { [listed, images, tags] }
  /// The lock beside the files; nil without one.
  private let lock: FoundLock?
  /// Parses an edited file.
  private let parse: @Sendable (SourceText) throws(Problem) -> ReferenceFile

  /// Creates a project.
  ///
  /// - Parameters:
  ///   - project: the project of the files.
  ///   - files: the files with what they name.
  ///   - services: where versions are listed.
  ///   - namesRegistries: whether the names of images include the registry.
  ///   - lock: the lock beside the files, which changes with them.
  ///   - parse: parses an edited file, which must name the same things.
  init(
    _ project: Project, _ files: [ReferenceFile], _ services: ReferenceServices,
    namesRegistries: Bool, lock: FoundLock? = nil,
    parse: @escaping @Sendable (SourceText) throws(Problem) -> ReferenceFile
  ) {
    self.project = project
    self.files = files
    self.lock = lock
    self.parse = parse
    images = ImagePart(
      UseInFile.all(in: files.map { ($0.source.file, $0.images) }), of: project,
      registry: services.registry, namesRegistries: namesRegistries)
    tags = TagPart(
      UseInFile.all(in: files.map { ($0.source.file, $0.tags) }), of: project,
      library: services.library)
    listed = ListedPart(
      UseInFile.all(in: files.map { ($0.source.file, $0.listed) }), lists: services.lists,
      registry: services.registry)
  }

  /// Finds the part that has a dependency; for an unknown name, one that refuses it.
  private func part(with name: String) -> any ReferencePart { parts[index(of: name)] }

  private func index(of name: String) -> Int {
    parts.firstIndex { $0.declares(name) } ?? parts.firstIndex { $0.knows(name) }
      ?? parts.lastIndex { !$0.isEmpty } ?? 0
  }

  func declares(_ name: String) -> Bool { parts.contains { $0.declares(name) } }

  func dependencies() async throws(Problem) -> [Dependency] {
    let tags = try await tags.dependencies() + files.flatMap(\.unreadTags).dependencies
    return tags + images.dependencies() + listed.dependencies()
      + files.flatMap(\.unread).dependencies
  }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    try await part(with: dependency.name).releases(of: dependency)
  }

  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    await part(with: dependency.name).publicationTimes(of: versions, dependency)
  }

  func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    try await part(with: dependency.name).pinning(of: dependency)
  }

  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    var all: [ContentIdentity] = []
    for part in parts {
      all += try await part.contentIdentities(in: change.keeping(part.declares))
    }
    return all
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    try await part(with: name).explain(name, version: version)
  }

  /// Edits exactly the versions, and parses the result again.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    var plan = EditPlan()
    for (position, part) in parts.enumerated() {
      plan.append(try await part.plan(targets.filter { index(of: $0.name) == position }, options))
    }
    var change = Change(
      files: try [FileChange](applying: plan.replacements, to: files.map(\.source)),
      moves: plan.moves)
    change.requirements = plan.requirements
    for file in files {
      guard let after = change.files.first(where: { $0.path == file.source.file })?.after else {
        continue
      }
      let edited = SourceText(file: file.source.file, bytes: after)
      try prove(file, edited, plan)
      if let lock {
        let text = try lock.kind.rewrite(lock.source, file.source, edited, plan.chosen)
        change.files.append(
          FileChange(path: text.file, before: lock.source.bytes, after: text.bytes))
      }
    }
    change.files.sort { $0.path < $1.path }
    return change
  }

  /// Checks that an edited file names the same things, at the planned versions.
  private func prove(
    _ file: ReferenceFile, _ after: SourceText, _ plan: EditPlan
  ) throws(Problem) {
    let edited = try parse(after)
    let planned = plan.replacements.filter { $0.file == after.file }
    let expected = file.listed.map { use in
      planned.first { $0.range == use.range }?.text ?? use.current
    }
    guard edited.identity == file.identity, edited.unread.count == file.unread.count,
      edited.unreadTags.count == file.unreadTags.count,
      zip(edited.listed, expected).allSatisfy({ use, text in
        use.current == text || use.quoted(use.current) == text
      })
    else {
      // What a user's own expression matches is not martlet's to prove.
      let isOwn = project.ecosystem == .custom
      throw Problem(
        isOwn ? .refused : .failed, "would change its meaning", subject: after.file,
        advice: isOwn ? "make 'match' of the entry narrower" : nil)
    }
  }
}

/// Where the versions of what files name are listed, for the time of a project.
struct ReferenceServices: Sendable {
  /// Reads repositories.
  let git: Git.Client
  /// The tags of repositories.
  let library: TagLibrary
  /// The tags of images.
  let registry: ImageRegistry
  /// Other versions.
  let lists: VersionLists

  init(_ resources: EcosystemResources, ownHost: String?) {
    git = resources.git
    library = TagLibrary(git: resources.git, ownHost: ownHost)
    registry = ImageRegistry(http: resources.http)
    lists = VersionLists(
      http: resources.http, library: library, registries: resources.registriesByScope)
  }
}
