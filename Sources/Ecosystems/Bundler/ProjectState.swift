import Ecosystem
import Ruby
import Text

/// The evaluated manifest and the parsed lock of a project, with the toolchain they are for.
struct ProjectState: Sendable {
  let project: Project
  let tree: SourceTree
  var reader: GemfileReader
  var gemfile: Gemfile
  /// The gemspecs that the Gemfile includes by `gemspec`, or those of a library without a Gemfile.
  private(set) var gemspecs: [Gemspec] = []
  /// Where the manifests require each gem; at least one place each.
  private(set) var uses: [String: [GemUse]] = [:]
  var lock: Lockfile?
  var lockBytes: [UInt8]?
  let toolchain: RubyToolchain
  let settings: ProjectSettings

  /// Reads both files, the lock first: it names the Ruby and shows how conditions were answered.
  init(
    _ project: Project, in tree: SourceTree, toolchain profile: Toolchain,
    lock known: Lockfile? = nil
  ) async throws(Problem) {
    self.project = project
    let library = Library(project, in: tree)
    let manifest = library?.gemfile ?? project.manifest
    self.tree = tree
    if let path = project.lock {
      let text = try await tree.read(path)
      lockBytes = text.bytes
      lock = if let known { known } else { try LockfileReader.read(text) }
    }
    let file = try await NamedRuby(beside: project, in: tree)
    let choice = ToolchainChoice(profile: profile, lock: lock, file: file)
    var toolchain = choice.toolchain(for: nil)
    reader = GemfileReader(
      tree: tree, toolchain: toolchain, generated: library?.source)
    gemfile = try await reader.read(manifest, lock: lock)
    let wanted = choice.toolchain(for: gemfile.ruby)
    if wanted != toolchain {
      toolchain = wanted
      reader = GemfileReader(
        tree: tree, toolchain: toolchain, generated: library?.source)
      gemfile = try await reader.read(manifest, lock: lock)
    }
    self.toolchain = toolchain
    settings = try await ProjectSettings(beside: manifest, in: tree)
    for folder in folders(of: manifest) {
      gemspecs += try await reader.gemspecs(in: folder, matching: "{,*}.gemspec")
    }
    keepLockedRequirements()
    uses = allUses()
  }

  /// The folders whose gemspecs the manifest includes, each once.
  private func folders(of manifest: String) -> [String] {
    let base = RubyFiles.folder(of: manifest)
    if isLibrary { return [base] }
    let files = RubyFiles(listing: TreeListing([]), directory: base)
    let all = gemfile.paths.filter(\.isGemspec).compactMap { files.resolve($0.path) }
    var seen: Set<String> = []
    return all.filter { seen.insert($0).inserted }
  }

  /// Replaces requirements that depend on the machine by those of the lock.
  private mutating func keepLockedRequirements() {
    for index in gemfile.dependencies.indices where gemfile.dependencies[index].isRequirementUnknown
    {
      let name = gemfile.dependencies[index].name
      let locked = lock?.dependencies.first { $0.dependency.name == name }
      if let locked { gemfile.dependencies[index].requirement = locked.dependency.requirement }
    }
  }
}
