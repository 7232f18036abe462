import Ecosystem
import Text
import Versioning

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

  func dependencies() -> [Dependency] {
    let direct = entries.map(dependency)
    let named = Set(entries.map(\.entry.origin))
    let indirect = (lock?.pins ?? [:]).filter { !named.contains($0.key) }.map { origin, pin in
      Dependency(
        name: origin.identity, kind: .indirect, current: pin, source: origin.repositoryURL)
    }
    return direct.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }

  private func dependency(_ entry: Cartfile.Entry, in file: String) -> Dependency {
    Dependency(
      name: entry.origin.identity, kind: .direct,
      group: file.hasSuffix(".private") ? .development : .production,
      requirement: entry.requirement.description, current: lock?.pins[entry.origin],
      source: entry.origin.repositoryURL ?? entry.origin.address, location: entry.location)
  }

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

  /// Lists the tags that are versions, oldest first.
  ///
  /// Steps are counted from the locked tag; a commit has none, so that nothing is proposed for it. Of
  /// a branch it returns the head.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let origin = try origin(named: dependency.name)
    var metadata = CarthageMetadata()
    let requirement = entry(of: origin)?.entry.requirement
    if case .reference(let name)? = requirement, CarthageVersion(name) == nil, !name.isCommit {
      let document = CarthageDocument.reference(origin, name)
      try await library.fetch([document], into: &metadata)
      // A tag without a version stands for itself.
      return metadata.references[document].map { pin in
        pin == name ? [] : [.head(pin, locked: dependency.current)]
      } ?? []
    }
    try await library.fetch([.versions(origin)], into: &metadata)
    let tags = (metadata.versions[origin] ?? []).compactMap { tag in
      CarthageVersion(tag).map { (tag: tag, version: $0) }
    }
    .sorted { ($0.version, $1.tag) < ($1.version, $0.tag) }
    let newest = tags.last { requirement?.accepts($0.tag, $0.version) ?? true }?.version
    let current = dependency.current.map { CarthageVersion(tag: $0, of: tags) } ?? newest
    return tags.map { tag in
      Release(
        version: tag.tag, isPrerelease: tag.version.isPrerelease,
        satisfiesRequirement: requirement?.accepts(tag.tag, tag.version)
          ?? !tag.version.isPrerelease,
        step: current.flatMap { tag.version.step(from: $0) })
    }
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

extension CarthageRequirement {
  /// Whether a tag with a version satisfies it; of a reference only the tag itself does.
  fileprivate func accepts(_ tag: String, _ version: CarthageVersion) -> Bool {
    if case .reference(let name) = self { return name == tag }
    return isSatisfied(by: version)
  }
}

extension CarthageVersion {
  /// The version of a locked tag; nil for a commit, even if its digits look like a version.
  fileprivate init?(tag: String, of tags: [(tag: String, version: CarthageVersion)]) {
    guard let found = tags.first(where: { $0.tag == tag }) else { return nil }
    self = found.version
  }

  /// The step from an older version; nil if it isn't newer.
  fileprivate func step(from old: CarthageVersion) -> Step? {
    guard self > old else { return nil }
    if numbers[0] != old.numbers[0] { return .major }
    return numbers[1] != old.numbers[1] ? .minor : .patch
  }
}

extension String {
  /// Whether it is the name of a commit in full.
  var isCommit: Bool { utf8.count == 40 && allSatisfy(\.isHexDigit) }
}
