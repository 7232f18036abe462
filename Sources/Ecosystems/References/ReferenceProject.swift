import Containers
import Ecosystem
import GitTags
import Text

/// Files without a lock, parsed: what they name, in three parts that are edited together.
struct ReferenceProject: OpenProject {
  let project: Project
  let files: [ReferenceFile]
  let tags: TagProject
  let images: ImageProject
  let listed: ListedProject
  /// Parses an edited file.
  let parse: @Sendable (SourceText) throws(Problem) -> ReferenceFile

  init(
    _ project: Project, _ files: [ReferenceFile], lists: VersionLists, library: TagLibrary,
    registry: ImageRegistry,
    parse: @escaping @Sendable (SourceText) throws(Problem) -> ReferenceFile
  ) {
    self.project = project
    self.files = files
    self.parse = parse
    tags = TagProject(
      project: project, files: files.map { TagFile($0.source, uses: $0.tags) }, library: library,
      parse: { text throws(Problem) in TagFile(text, uses: try parse(text).tags) })
    images = ImageProject(
      project: project, files: files.map { ImageFile($0.source, uses: $0.images) },
      registry: registry, namesRegistries: true)
    listed = ListedProject(files, lists: lists, registry: registry)
  }

  func declares(_ name: String) -> Bool {
    listed.declares(name) || images.declares(name) || tags.declares(name)
  }

  func dependencies() async throws(Problem) -> [Dependency] {
    try await tags.dependencies() + images.dependencies() + listed.dependencies()
      + files.flatMap(\.unread).dependencies
  }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    if listed.declares(dependency.name) { return try await listed.releases(of: dependency) }
    if images.declares(dependency.name) { return try await images.releases(of: dependency) }
    return try await tags.releases(of: dependency)
  }

  func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    if listed.declares(dependency.name) { return nil }
    if images.declares(dependency.name) { return try await images.pinning(of: dependency) }
    return try await tags.pinning(of: dependency)
  }

  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try await listed.contentIdentities(in: change.keeping(listed.declares))
      + images.contentIdentities(in: change.keeping(images.declares))
      + tags.contentIdentities(in: change.keeping(tags.declares))
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    if listed.declares(name) { return try await listed.explain(name, version: version) }
    if images.declares(name) { return try await images.explain(name, version: version) }
    return try await tags.explain(name, version: version)
  }

  /// Edits exactly the versions, and parses the result again.
  ///
  /// Only a stated version changes something: a version is its own requirement, and there is no lock.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    let plan = try await listed.plan(targets.filter { listed.declares($0.name) }, options)
    let rest = targets.filter { !listed.declares($0.name) }
    let image = try await images.plan(rest.filter { images.declares($0.name) }, options)
    let tag = try await tags.plan(rest.filter { !images.declares($0.name) }, options)
    let replacements = plan.replacements + image.replacements + tag.replacements
    var change = Change(
      files: try [FileChange](applying: replacements, to: files.map(\.source)),
      moves: plan.moves + image.moves + tag.moves)
    change.requirements = plan.requirements + image.requirements + tag.requirements
    for file in files {
      guard let after = change.files.first(where: { $0.path == file.source.file })?.after else {
        continue
      }
      try prove(file, SourceText(file: file.source.file, bytes: after), plan)
    }
    return change
  }

  /// Checks that an edited file names the same things, at the planned versions.
  private func prove(
    _ file: ReferenceFile, _ after: SourceText, _ plan: ListedProject.Plan
  ) throws(Problem) {
    let edited = try parse(after)
    let planned = plan.replacements.filter { $0.file == after.file }
    let expected = file.listed.map { use in
      planned.first { $0.range == use.range }?.text ?? use.current
    }
    guard edited.identity == file.identity, edited.unread.count == file.unread.count,
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
