package import Ecosystem
import Text

/// A folder with a `Cartfile`, parsed.
struct CarthageProject: LockedProject {
  let project: Project
  let tree: SourceTree
  /// The lines of `Cartfile` and `Cartfile.private`, with their file.
  let entries: [(entry: Cartfile.Entry, file: String)]
  /// The texts of both files, as far as they exist.
  let files: [SourceText]
  let lockPath: String
  let lockText: SourceText?
  let lock: ResolvedCartfile?
  let library: CarthageLibrary
  /// Finds dependencies by name; a Cartfile has up to thousands.
  let names: CarthageNames

  /// Parses both Cartfiles and the lock.
  init(
    _ project: Project, in tree: SourceTree, _ library: CarthageLibrary
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    self.library = library
    let folder = TreePath.folder(of: project.manifest)
    let paths = ["Cartfile", "Cartfile.private"].map { TreePath.join(folder, $0) }
    var cartfiles: [Cartfile] = []
    for path in paths where tree.listing.contains(path) {
      cartfiles.append(try Cartfile(try await tree.readManifest(path)))
    }
    files = cartfiles.map(\.text)
    lockPath = TreePath.join(folder, "Cartfile.resolved")
    lockText = project.lock == nil ? nil : try await tree.read(lockPath)
    entries = try Cartfile.combined(cartfiles)
    lock = try lockText.map(ResolvedCartfile.init)
    names = CarthageNames(entries.map(\.entry.origin), lock)
  }

  var needs: [CarthageMetadata.Need] {
    entries.map { .init($0.entry.origin, $0.entry.requirement) }
  }

  func declares(_ name: String) -> Bool { entries.contains { $0.entry.origin.identity == name } }

  /// Finds a dependency by its identity, or by the name that `carthage update` takes.
  func origin(named name: String) throws(Problem) -> CarthageOrigin {
    guard let found = names.origin(named: name) else {
      throw Problem(.usage, "is not a dependency of \(project.manifest)", subject: name)
    }
    return found
  }

  func entry(of origin: CarthageOrigin) -> (entry: Cartfile.Entry, file: String)? {
    names.entry(of: origin).map { entries[$0] }
  }
}

extension CarthageEcosystem {
  /// Parses both Cartfiles and the lock.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    try await CarthageProject(project, in: tree, CarthageLibrary(http: http, git: git))
  }
}

/// The dependencies of a project by their names.
struct CarthageNames {
  private var identities: [String: CarthageOrigin] = [:]
  private var names: [String: CarthageOrigin] = [:]
  private var entries: [CarthageOrigin: Int] = [:]

  /// Indexes the entries of Cartfiles, and the pins of a lock; of equal names the first one counts.
  init(_ entries: [CarthageOrigin], _ lock: ResolvedCartfile?) {
    for (index, origin) in entries.enumerated() where self.entries[origin] == nil {
      self.entries[origin] = index
    }
    for origin in entries + (lock?.pins.keys.sorted() ?? []) {
      if identities[origin.identity] == nil { identities[origin.identity] = origin }
      let name = origin.name.lowercased()
      if names[name] == nil { names[name] = origin }
    }
  }

  /// Returns the dependency with an identity, or with the name that `carthage update` takes.
  func origin(named name: String) -> CarthageOrigin? {
    identities[name] ?? names[name.lowercased()]
  }

  /// Returns the position of a dependency's entry.
  func entry(of origin: CarthageOrigin) -> Int? { entries[origin] }
}

extension String {
  /// Whether it is the name of a commit in full.
  var isCommit: Bool { utf8.count == 40 && allSatisfy(\.isHexDigit) }
}
