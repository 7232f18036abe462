package import Ecosystem
import JSON
package import JavaScript
package import Text
import Time

/// Yarn: `package.json` and `yarn.lock`, read, resolved and written without Node.
///
/// The folders `Classic` and `Berry` each have the lock's format and the resolver of one line of Yarn;
/// everything else is common. Refuses constructs that need a clone or run code.
package typealias YarnEcosystem = JavaScriptEcosystem<YarnSources>

/// The parsed files of a project of Yarn.
package struct YarnSources: JavaScriptTool {
  /// The line of Yarn that a lock belongs to.
  enum Line: Hashable, Sendable {
    /// Yarn 1.
    case classic
    /// Yarn 3 and 4, with the version.
    case berry(Version)
  }

  /// The constants of Yarn.
  package static let traits = {
    var yarn = ToolTraits(.yarn, .yarn)
    yarn.rules = ["resolutions"]
    yarn.folderProtocols = ["link:", "portal:"]
    yarn.steering = .names
    return yarn
  }()

  /// Manifests, tools, and the settings of the line's own file.
  package var files: ProjectFiles
  let line: Line
  /// The version of Yarn for reports.
  let yarn: ToolVersion
  /// The parsed lock, nil for a project without one; a problem if Yarn doesn't write locks like it.
  let lock: Result<YarnLock?, Problem>
  /// `.yarnrc`; empty without the file.
  private(set) var classic = ClassicSettings()
  /// `.yarnrc.yml`; nil without the file.
  private(set) var rc: BerrySettings?

  /// Reads manifests, lock and settings.
  ///
  /// - Throws: a problem with its location.
  package init(
    _ project: Project, in tree: SourceTree, for ecosystem: YarnEcosystem
  ) async throws(Problem) {
    var files = try await ProjectFiles(project, in: tree)
    let text = files.lockText
    rc = try await BerrySettings.read(beside: project.manifest, in: tree)
    let choice = try YarnLine(
      project: project, tools: files.tools, lock: text, rc: rc, toolchain: ecosystem.toolchain
    ).choice()
    let line = choice.line
    self.line = line
    yarn = choice.tool
    lock = Result { () throws(Problem) in
      try text.map { (text) throws(Problem) in try YarnLock(text, of: line) }
    }
    files.engines = Engines(files.tools, node: nil, npm: nil)
    switch line {
    case .classic:
      (classic, files.settings) = try await ClassicSettings.read(
        beside: project.manifest, in: tree, scopes: ecosystem.scopes)
    case .berry:
      files.settings = rc?.settings(scopes: ecosystem.scopes) ?? .none
      if rc == nil { files.settings.scopes = ecosystem.scopes }
    }
    try await files.addWorkspaces()
    self.files = files
  }

  /// Whether it isn't Yarn 1, whose locks don't have peers.
  package var locksPeers: Bool { line != .classic }

  /// Returns the abbreviated document for Yarn 1, and the full one for others.
  package func detail(of package: String) -> Packument.Detail? {
    line == .classic ? .abbreviated : .full
  }

  /// Yarn and the runtime.
  package var toolVersions: [ToolVersion] { [yarn, engines.toolVersion] }

  /// Refuses a repository that contains more than the lock to change, and before an update a project of
  /// another package manager.
  package func requireSupport(writing: Bool) throws(Problem) {
    if writing { try tools.require(.yarn) }
    if case .berry = line { try requireNoCache() }
  }

  /// Returns the minimum age of Yarn 4.
  package func releaseAge(of package: String) -> ReleaseAgeLimit {
    guard let age = minimumAge else { return ReleaseAgeLimit() }
    return ReleaseAgeLimit(.minutes(age.minutes)) { age.exempts($0, of: package) }
  }

  /// The catalogs of Yarn 4, in `.yarnrc.yml`.
  package var catalogs: ProjectCatalogs {
    if let rc { return rc.catalogs.editable(in: rc.source) }
    return line == .classic ? .none : ProjectCatalogs([])
  }

  /// Returns the project with another `.yarnrc.yml`.
  package func replacing(_ catalogs: SourceText) throws(Problem) -> YarnSources {
    var result = self
    result.rc = try BerrySettings(catalogs)
    return result
  }
}
