package import Ecosystem
import JSON
package import JavaScript
import Text

/// npm: `package.json` and `package-lock.json`, read, resolved and written without Node.
///
/// Builds trees like Arborist and writes locks byte for byte like npm. Refuses constructs that need a
/// tarball, a clone or a script.
package typealias NPMEcosystem = JavaScriptEcosystem<NPMSources>

/// The parsed files of a project of npm.
package struct NPMSources: JavaScriptTool {
  /// The constants of npm; it reads the locks of other tools and never writes them.
  package static let traits = {
    var npm = ToolTraits(.npm, .npm)
    npm.discovered = Tool.npm.locks + Tool.yarn.locks + Tool.bun.locks
    npm.rules = ["overrides"]
    npm.keepsLockedVersions = true
    npm.requiresPeers = true
    npm.listsLockLast = true
    npm.missingVersion = "cannot be placed in this tree"
    return npm
  }()

  /// Manifests, tools and `.npmrc`.
  package var files: ProjectFiles
  /// npm's lock; nil without a lock, or with another tool's.
  let lock: Document?
  /// The npm for which the lock is written.
  let npm: ChosenNPM
  /// The operator's versions.
  let toolchain: Toolchain
  /// The lock of Yarn beside the manifest; nil for a project with npm's.
  private let yarnLock: SourceText?

  /// Reads manifest, workspaces, lock and `.npmrc`.
  ///
  /// - Throws: a problem with its location.
  package init(
    _ project: Project, in tree: SourceTree, for ecosystem: NPMEcosystem
  ) async throws(Problem) {
    var files = try await ProjectFiles(project, in: tree) { $0.hasSuffix(".json") }
    try files.tools.requireReadable()
    toolchain = ecosystem.toolchain
    files.engines = Engines(
      files.tools, node: toolchain.stated(.node), npm: toolchain.stated(.npm))
    files.settings = try await Settings.read(
      beside: project.manifest, in: tree, scopes: ecosystem.scopes)
    lock = try files.lockText.map { (text) throws(Problem) in try Manifest.document(text) }
    npm = ChosenNPM(files.tools, operators: toolchain.stated(.npm), lock: lock)
    let other = files.tools.locks.filter { $0.value == .yarn }.keys.min()
    yarnLock = if lock == nil, let other { try await tree.read(other) } else { nil }
    try await files.addWorkspaces()
    self.files = files
  }

  /// Replaces the lock of a project.
  init(_ other: NPMSources, _ lock: Document) {
    files = other.files
    npm = other.npm
    toolchain = other.toolchain
    yarnLock = nil
    self.lock = lock
  }

  /// npm and Node, with which `engines` of packages are compared.
  package var toolVersions: [ToolVersion] { npm.toolVersions(engines) }

  /// Refuses a project of another package manager, settings that aren't supported, and a version of npm whose
  /// locks aren't written.
  ///
  /// npm also writes a `yarn.lock` beside its own lock, which martlet does not.
  package func requireSupport(writing: Bool) throws(Problem) {
    guard writing else { return }
    try requireNPM()
    try npm.requireModeled()
  }

  func requireNPM() throws(Problem) {
    try tools.require(.npm)
    if let other = tools.locks.first(where: { $0.value == .yarn })?.key {
      throw Problem(
        .refused, "is a lock of Yarn, which npm would write too", subject: other,
        at: Location(file: other, line: 1, column: 1), advice: "remove it if npm is used")
    }
    try SettingsCheck(settings: settings).check(hasLock: lock != nil)
  }

  /// Returns the full document, which npm requests too.
  package func detail(of package: String) -> Packument.Detail? { .full }

  /// Returns `min-release-age`.
  package func releaseAge(of package: String) -> ReleaseAgeLimit {
    ReleaseAgeLimit(SettingsCheck(settings: settings).minimumAge ?? .zero)
  }

  /// Returns the requirement that the root's `overrides` replace a dependency's own with.
  ///
  /// Rules for the packages below another one aren't considered.
  package func replacement(for dependency: Dependency) -> String? {
    let rule = files.root.root["overrides"]?[dependency.name]
    return rule?.string ?? rule?["."]?.string
  }

  /// Returns the packages of the present lock, or of Yarn's.
  package func copies() throws(Problem) -> LockedCopies {
    guard let lock, let lockText else { return yarnLock.map(YarnLock.copies) ?? LockedCopies() }
    return try files.copies(of: lockText) { _ throws(Problem) in
      LockedCopies(try LockFile(lock, root: files.folder, arena: Arena()))
    }
  }

  /// Returns the lock with its entries, for one operation.
  ///
  /// Entries are parsed when they are first used, so they can't be shared between tasks.
  func parsedLock() throws(Problem) -> LockFile? {
    try lock.map { (lock) throws(Problem) in
      try LockFile(lock, root: files.folder, arena: Arena())
    }
  }

  func input(_ aim: ResolverInput.Aim, locked: LockFile?) -> ResolverInput {
    ResolverInput(
      folder: files.folder, manifest: files.root, lock: lock, locked: locked, aim: aim,
      engines: engines,
      listing: ListedFiles { [tree, project, base = files.base] in
        tree.absolutePaths(in: project.directory, below: base)
      })
  }
}
