package import Ecosystem
package import HTTP
package import Text
package import Time

/// What distinguishes a package manager of JavaScript from the others: an opened project of the tool.
///
/// The stages in `Stages` are written once, for locks in neutral terms (`LockedCopies`). A tool reads its files
/// and its lock, resolves, and writes the lock.
package protocol JavaScriptTool: Sendable {
  /// The constants of the tool.
  static var traits: ToolTraits { get }

  /// Reads and parses a project's files.
  ///
  /// - Throws: a problem with its location.
  init(
    _ project: Project, in tree: SourceTree, for ecosystem: JavaScriptEcosystem<Self>
  ) async throws(Problem)

  /// The files that every tool has.
  var files: ProjectFiles { get set }

  /// The versions of the native tools that the project is read and locked for.
  var toolVersions: [ToolVersion] { get }

  /// Refuses a project that isn't supported, before its lock is read or before it is written.
  func requireSupport(writing: Bool) throws(Problem)

  /// Reads a lock of the tool.
  ///
  /// - Throws: a refusal with the place of what isn't understood.
  static func copies(in lock: SourceText) throws(Problem) -> LockedCopies

  /// Returns the packages of the present lock; none for a project without one.
  func copies() throws(Problem) -> LockedCopies

  /// Returns the locked package that a manifest's dependency resolves to.
  ///
  /// - Parameters:
  ///   - dependency: the dependency.
  ///   - text: its requirement; that of a catalog if it refers to one.
  ///   - manifest: the manifest that has it.
  ///   - lock: the present lock or a new one.
  /// - Returns: the requirement and the package, if there is one.
  func resolved(
    _ dependency: ManifestDependency, _ text: String, in manifest: ManifestFile,
    _ lock: LockedCopies
  ) -> LockedRequirement

  /// The catalogs that manifests refer to.
  var catalogs: ProjectCatalogs { get }

  /// Returns the project with an edited file of catalogs and rules.
  func replacing(_ catalogs: SourceText) throws(Problem) -> Self

  /// Returns the rules that replace requirements for a package.
  func rules(for name: String) -> [RequirementSite]

  /// Returns the rules that replace some requirements for a package: below a dependent, or of certain
  /// ranges.
  func narrowRules(for name: String) -> [RequirementSite]

  /// Returns the range that rules replace a dependency's requirement with everywhere.
  func replacement(for dependency: Dependency) -> String?

  /// Whether locks have the peers of packages; otherwise the registry is asked.
  var locksPeers: Bool { get }

  /// The form in which a resolution reads the document of a package; nil if an update doesn't begin with
  /// those of its targets.
  func detail(of package: String) -> Packument.Detail?

  /// The rules that replace what packages ask of others, the most specific of a name first.
  var replacementRules: [ReplacementRule] { get }

  /// Returns the age that releases of a package must have, by the project's settings.
  func releaseAge(of package: String) async throws(Problem) -> ReleaseAgeLimit

  /// Returns what the files already say about an attempt to lock new versions of a package, without a
  /// request; the version is nil for any new one.
  func prospect(of package: String) throws(Problem) -> @Sendable (_ version: String?) -> Prospect?

  /// Computes the lock for a plan whose edits are applied.
  ///
  /// - Parameters:
  ///   - plan: the task.
  ///   - present: the project without the edits.
  ///   - ecosystem: has the clients.
  /// - Returns: the lock.
  /// - Throws: a `Problem` of kind `unsolvable` if there is no solution.
  mutating func resolve(
    _ plan: UpdatePlan, replacing present: Self, for ecosystem: JavaScriptEcosystem<Self>
  ) async throws(Problem) -> NewLock

  /// Explains the versions of a package in sentences; the requirements that exclude a version say so.
  func explanation(
    of name: String, _ exclusion: ExcludedVersion, for ecosystem: JavaScriptEcosystem<Self>
  ) async throws(Problem) -> [String]

  /// Finds what a reviewer of a change should see first.
  static func warnings(about change: Change) -> [Warning]
}

/// A package manager of JavaScript; the tool makes the difference.
///
///     let yarn = YarnEcosystem(http: client, toolchain: Toolchain())
///     let opened = try await yarn.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct JavaScriptEcosystem<Sources: JavaScriptTool>: Sendable {
  /// The client for registries, whose layers have caches, mirrors and credentials.
  package let http: HTTP.Client
  /// The operator's versions of tools.
  package let toolchain: Toolchain
  /// The registries of scopes without one in a project's settings.
  package let scopes: [String: String]
  /// Returns the current time, which the ages of releases are compared with.
  package let now: @Sendable () -> Timestamp
  /// Stores results that never change.
  package let contents: ContentCache
  let published = PublishedProjects()
  let known = KnownPackuments()

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: the client for registries, whose layers have caches, mirrors and credentials.
  ///   - scopes: the registries by scope, such as `@acme`; a project's settings have precedence.
  ///   - toolchain: the versions of tools for projects that name none.
  ///   - contents: stores results that never change.
  ///   - now: returns the current time.
  package init(
    http: HTTP.Client, scopes: [String: String] = [:], toolchain: Toolchain = Toolchain(),
    contents: ContentCache = .none, now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.http = http
    self.scopes = scopes
    self.toolchain = toolchain
    self.contents = contents
    self.now = now
  }

  /// Returns the registries of a project.
  package func registry(of sources: Sources) -> Registry {
    Registry(client: http, settings: sources.settings, known: known)
  }
}

extension JavaScriptTool {
  /// The project.
  package var project: Project { files.project }
  /// The files of the repository.
  package var tree: SourceTree { files.tree }
  /// The manifests, the root's first.
  package var manifests: [ManifestFile] {
    get { files.manifests }
    set { files.manifests = newValue }
  }
  /// The registries, and the other settings of `.npmrc` or of the tool's own file.
  package var settings: Settings { files.settings }
  /// The Node and npm that the project runs on, as far as a file names them.
  package var engines: Engines { files.engines }
  /// The package managers and versions that the repository states.
  package var tools: ProjectTools { files.tools }
  /// The text of the present lock; nil for a project without one.
  package var lockText: SourceText? { files.lockText }

  /// The path of the lock to write.
  package var lockPath: String {
    let own = Self.traits.tool.locks
    if let path = project.lock, own.contains(TreePath.name(of: path)) { return path }
    return TreePath.sibling(of: project.manifest, named: Self.traits.lockName)
  }

  /// Returns the packages of a lock at any time of an update.
  package func copies(of lock: SourceText) throws(Problem) -> LockedCopies {
    if lock.bytes == lockText?.bytes { return try copies() }
    return try files.copies(of: lock, Self.copies(in:))
  }

  /// Returns no catalogs.
  package var catalogs: ProjectCatalogs { .none }

  /// Returns the project itself: it has no file besides the manifests.
  package func replacing(_ catalogs: SourceText) throws(Problem) -> Self { self }

  /// Returns the rules in the root's manifest, the only one whose rules the tools read.
  package func rules(for name: String) -> [RequirementSite] {
    manifests[0].rules(for: name, in: Self.traits.rules)
  }

  /// Returns the rules in the root's manifest.
  package func narrowRules(for name: String) -> [RequirementSite] {
    manifests[0].narrowRules(for: name, in: Self.traits.rules)
  }

  /// Returns nothing: most tools lock every release.
  package func prospect(
    of package: String
  ) throws(Problem) -> @Sendable (_ version: String?) -> Prospect? { { _ in nil } }

  /// Returns true.
  package var locksPeers: Bool { true }

  /// Returns nil.
  package func detail(of package: String) -> Packument.Detail? { nil }

  /// Returns the peers that the change leaves unmet, which are known from its resolution.
  package static func warnings(about change: Change) -> [Warning] {
    let locks = traits.tool.locks
    let isOwn = change.files.contains { locks.contains(TreePath.name(of: $0.path)) }
    return isOwn ? change.warnings : []
  }
}
