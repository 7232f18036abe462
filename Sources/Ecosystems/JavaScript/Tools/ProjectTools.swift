package import Ecosystem
package import JSON
package import Text

/// The tools that a project uses, as its repository states them.
///
/// Each statement has its place. Folders above the project count too, the nearest first, as for
/// corepack and version managers.
///
///     var tools = try await ProjectTools(of: project, manifest, in: tree)
///     tools.add(lock: source)
///     try tools.require(.pnpm)
///     let pnpm = tools[.pnpm]   // packageManager of package.json names 10.34.5
package struct ProjectTools: Hashable, Sendable {
  /// All statements, the decisive first.
  package private(set) var statements: [ToolStatement]
  /// The locks beside the manifest, by path.
  package let locks: [String: Tool]
  /// pnpm's workspace that the project may be part of: `pnpm-workspace.yaml` of a folder above.
  ///
  /// Nil for a project with a lock or a `packageManager`, and for one that has the file itself.
  let workspaceAbove: String?
  /// The first file beside the manifest that only one package manager reads, without its lock.
  let sign: ToolSign?
  private let manifest: String

  /// Reads the files of version managers and the manifests of the project's folder and those above.
  ///
  /// - Parameters:
  ///   - project: a project of the tree.
  ///   - manifest: its parsed manifest.
  ///   - tree: the files of the repository.
  /// - Throws: `Problem` for a file that can't be read, and for an unknown package manager.
  package init(
    of project: Project, _ manifest: Document, in tree: SourceTree
  ) async throws(Problem) {
    let own = Paths.folder(of: project.manifest) ?? ""
    let paths = tree.listing
    self.manifest = project.manifest
    statements = []
    var next: String? = own
    while let folder = next {
      var found = folder == own ? try ManifestTools(manifest).statements() : []
      for path in Self.files(in: folder) where paths.contains(path) {
        if path == project.manifest { continue }
        found += try Self.statements(in: await Self.read(path, in: tree))
      }
      statements += found.enumerated().sorted { left, right in
        (left.element.rank, left.offset) < (right.element.rank, right.offset)
      }.map(\.element)
      next = Paths.folder(of: folder)
    }
    statements += ManifestTools(manifest).engines
    let locks = Tool.managers.flatMap { tool in
      tool.locks.map { (Paths.join(own, $0), tool) }
    }
    self.locks = Dictionary(uniqueKeysWithValues: locks.filter { paths.contains($0.0) })
    sign = Self.signs.lazy.map { ToolSign(tool: $0.tool, path: Paths.join(own, $0.path)) }
      .first { paths.contains($0.path) }
    let folders = Array(sequence(first: own) { Paths.folder(of: $0) })
    let root = folders.first { paths.contains(Paths.join($0, Self.workspaceFile)) }
    let isAlone = !self.locks.isEmpty || root == own || statements.contains(where: \.namesManager)
    workspaceAbove = isAlone ? nil : root.map { Paths.join($0, Self.workspaceFile) }
  }

  /// The file by which pnpm finds the root of a workspace, with or without a `package.json`.
  static let workspaceFile = "pnpm-workspace.yaml"

  /// The files of a folder that can state tools.
  private static func files(in folder: String) -> [String] {
    ["package.json", ".yarnrc.yml"].map { Paths.join(folder, $0) } + VersionFiles.paths(in: folder)
  }

  private static func read(
    _ path: String, in tree: SourceTree
  ) async throws(Problem) -> SourceText {
    if path.hasSuffix(".json") { return try await tree.read(path) }
    if path.hasSuffix(".yml") { return try await tree.readManifest(path) }
    return try await tree.readManifest(path, limit: VersionManagerFile.limit)
  }

  private static func statements(in source: SourceText) throws(Problem) -> [ToolStatement] {
    if source.file.hasSuffix(".json") {
      return try ManifestTools(Manifest.document(source)).statements()
    }
    return source.file.hasSuffix(".yml")
      ? YarnPath.statements(in: source) : VersionFiles.statements(in: source)
  }

  /// Adds the versions that write the format of a lock, after all other statements.
  package mutating func add(lock: SourceText) {
    statements += LockHints.statements(in: lock)
  }

  /// Returns the decisive statement about a tool; nil if no place names a certain version.
  package subscript(tool: Tool) -> ToolStatement? { self[tool, weakest: .lock] }

  /// Returns the decisive statement about a tool in places of a kind or a more decisive one.
  package subscript(tool: Tool, weakest limit: ToolStatement.Source) -> ToolStatement? {
    statements.first { $0.tool == tool && $0.range != nil && $0.source <= limit }
  }
}

extension ProjectTools {
  /// Refuses a project that npm can't read: Bun's, or one with locks of several managers and no field
  /// that names one.
  ///
  /// - Throws: the `Problem` with the place of the lock, or of the field that names Bun.
  package func requireReadable() throws(Problem) {
    let isNamed = statements.contains { $0.namesManager && $0.tool == .bun }
    if isNamed || Set(locks.values) == [.bun] || isAmbiguous { try require(.npm) }
  }

  /// Refuses a project that uses another package manager.
  ///
  /// With locks of two tools, `packageManager` or `devEngines` has to name one of them.
  ///
  /// - Parameter tool: the package manager whose lock would be written.
  /// - Throws: the `Problem` with the place of the other tool.
  package func require(_ tool: Tool) throws(Problem) {
    if let workspaceAbove {
      throw Problem(
        .refused, "is pnpm's workspace without a package.json, which may contain \(manifest)",
        subject: workspaceAbove, at: Location(file: workspaceAbove, line: 1, column: 1),
        advice: "add a package.json beside it")
    }
    let foreign = locks.filter { $0.value != tool }.keys.sorted()
    let own = locks.filter { $0.value == tool }.keys.sorted()
    let named = self.named
    if let first = named.first, !named.contains(where: { first.isBeside($0) && $0.tool == tool }) {
      throw first.excludes(tool)
    }
    try requireOneLock(tool)
    guard own.isEmpty, let other = foreign.first, let owner = locks[other] else { return }
    throw Problem(
      .refused, "is \(owner.displayName)'s lock, which \(tool.displayName) does not write",
      subject: other, at: Location(file: other, line: 1, column: 1),
      advice: "remove it, or name \(owner.displayName) in packageManager of \(manifest)")
  }

  /// Says which locks of other tools an update leaves as they are.
  ///
  /// - Parameter tool: the package manager whose lock is written.
  /// - Returns: a sentence for each lock, sorted by path.
  package func staleLocks(beside tool: Tool) -> [String] {
    guard !isAmbiguous else { return [] }
    return locks.filter { $0.value != tool }.keys.sorted().map { path in
      "\(path) isn't updated: the project uses \(tool.displayName), as "
        + "\(named.first?.origin ?? manifest) says. Update it with "
        + "\(locks[path]?.displayName ?? "its tool"), or remove it"
    }
  }

  /// Refuses a project with locks of several package managers, if no field names one of them.
  ///
  /// - Parameter tool: the package manager whose lock is named first.
  /// - Throws: the `Problem` with the place of the second lock.
  private func requireOneLock(_ tool: Tool) throws(Problem) {
    let own = locks.filter { $0.value == tool }.keys.sorted()
    let all = own + locks.filter { $0.value != tool }.keys.sorted()
    guard isAmbiguous, let first = all.first,
      let second = all.first(where: { locks[$0] != locks[first] })
    else { return }
    throw Problem(
      .refused, "is a second lock beside \(first), and nothing states which one the project uses",
      subject: second, at: Location(file: second, line: 1, column: 1),
      advice: "name the tool in packageManager of \(manifest), or remove the other lock")
  }

  /// Whether there are locks of several package managers, and no field names one.
  private var isAmbiguous: Bool { named.isEmpty && Set(locks.values).count > 1 }
}

extension ProjectTools {
  /// The statements that name the package manager.
  ///
  /// A project with a lock isn't part of the project above it.
  var named: [ToolStatement] {
    statements.filter { $0.namesManager && ($0.location.file == manifest || locks.isEmpty) }
  }
}

extension ToolStatement {
  /// Whether the place decides which package manager a project uses.
  fileprivate var namesManager: Bool {
    source == .packageManager || (source == .devEngines && tool != .node)
  }

  /// The order in a folder: for Node, the files of version managers come first.
  fileprivate var rank: Int { tool == .node && source == .versionFile ? -1 : source.rawValue }

  /// Whether both are of one field of one file.
  func isBeside(_ other: ToolStatement) -> Bool {
    source == other.source && location.file == other.location.file
  }

  fileprivate func excludes(_ tool: Tool) -> Problem {
    Problem(
      .refused,
      "names \(self.tool.displayName), so martlet does not write \(tool.displayName)'s lock",
      subject: origin, at: location)
  }
}
