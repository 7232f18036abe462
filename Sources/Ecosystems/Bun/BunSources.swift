package import Ecosystem
import JSON
package import JavaScript
import Text

/// Bun: `package.json` and `bun.lock`, read, resolved and written without Bun.
///
/// Writes what Bun 1.4.4 writes. Refuses constructs that need a clone or run code.
package typealias BunEcosystem = JavaScriptEcosystem<BunSources>

/// The parsed files of a project of Bun.
package struct BunSources: JavaScriptTool {
  /// The constants of Bun.
  package static let traits = {
    var bun = ToolTraits(.bun, .bun)
    bun.rules = ["overrides", "resolutions"]
    bun.folderProtocols = ["link:"]
    bun.updatesAliases = true
    bun.steering = .packages
    return bun
  }()

  /// Manifests, tools and settings; the registries of `bunfig.toml` have precedence over `.npmrc`.
  package var files: ProjectFiles
  /// The Bun that writes the lock.
  let bun: ToolVersion
  /// The parsed lock, nil for a project without one; a problem if Bun doesn't write locks like it.
  let lock: Result<BunLock?, Problem>
  let bunfig: BunSettings

  /// Reads manifests, lock and settings.
  ///
  /// - Throws: a problem with its location.
  package init(
    _ project: Project, in tree: SourceTree, for ecosystem: BunEcosystem
  ) async throws(Problem) {
    var files = try await ProjectFiles(project, in: tree) { !$0.hasSuffix(BunLock.binaryName) }
    let text = files.lockText
    lock = Result { () throws(Problem) in
      if let path = project.lock, path.hasSuffix(BunLock.binaryName) { throw Self.binary(path) }
      return try text.map { (text) throws(Problem) in try BunLock(text) }
    }
    bun = BunVersion(tools: files.tools, toolchain: ecosystem.toolchain).tool
    files.engines = Engines(files.tools, node: nil, npm: nil)
    (files.settings, bunfig) = try await Self.settings(project, tree, ecosystem.scopes)
    try await files.addWorkspaces()
    self.files = files
  }

  private static func binary(_ path: String) -> Problem {
    Problem(
      .refused, "is a binary lock, which martlet does not write", subject: path,
      at: Location(file: path, line: 1, column: 1),
      advice: "run `bun install --save-text-lockfile --frozen-lockfile --lockfile-only`, commit "
        + "bun.lock and remove bun.lockb")
  }

  /// Reads `.npmrc` and `bunfig.toml`, whose registries have precedence.
  private static func settings(
    _ project: Project, _ tree: SourceTree, _ scopes: [String: String]
  ) async throws(Problem) -> (Settings, BunSettings) {
    let folder = TreePath.folder(of: project.manifest)
    var lines: [String] = []
    var bunfig = BunSettings()
    let path = TreePath.join(folder, "bunfig.toml")
    if tree.listing.contains(path) {
      lines = try bunfig.apply(try Bunfig(try await tree.readManifest(path)))
    }
    var settings = try await Settings.read(
      beside: project.manifest, in: tree, scopes: scopes)
    if !lines.isEmpty {
      let npmrc = TreePath.join(folder, ".npmrc")
      let own =
        tree.listing.contains(npmrc) ? try await tree.read(npmrc).string + "\n" : ""
      settings = Settings(
        SourceText(file: npmrc, own + lines.joined(separator: "\n")))
      settings.scopes = scopes
    }
    return (settings, bunfig)
  }

  /// Returns the abbreviated document, unless the lock repeats what only the full one has; nil with a
  /// minimum age, for which it matters which documents are known.
  package func detail(of package: String) -> Packument.Detail? {
    if bunfig.releaseAge != nil { return nil }
    return RunMemo().namesLibrary(package) ? .full : .abbreviated
  }

  /// Bun and the runtime.
  package var toolVersions: [ToolVersion] { [bun, engines.toolVersion] }

  /// Refuses overrides whose meaning isn't certain, since they decide which versions the requirements
  /// mean, and a project of another package manager before an update.
  package func requireSupport(writing: Bool) throws(Problem) {
    _ = try overrideRules()
    if writing { try tools.require(.bun) }
  }

  /// The rules of `overrides` or `resolutions`.
  ///
  /// - Throws: a refusal with the location of a rule whose meaning isn't certain: before Bun 1.4.4 also
  ///   `$name` for a dependency in no section or in several.
  func overrideRules() throws(Problem) -> OverrideRules {
    let root = files.root.root
    let rules = try OverrideRules(root)
    let dialect = bun.version.flatMap { Version($0) }.map(BunDialect.init) ?? .newest
    if dialect.isDeterministic { return rules }
    for field in ["overrides", "resolutions"] {
      for member in root[field]?.members ?? [] {
        guard let name = member.value.string?.tail(after: "$") else { continue }
        let sections = Section.allCases.filter { root[$0.rawValue]?[String(name)] != nil }
        if sections.count == 1 { continue }
        throw Problem(
          .refused, "is an override that doesn't refer to a dependency in one section",
          subject: member.key, at: member.value.location)
      }
    }
    return rules
  }

  /// Returns the minimum age of `bunfig.toml`.
  package func releaseAge(of package: String) -> ReleaseAgeLimit {
    let isExempt = bunfig.ageExclusions.contains(package)
    return ReleaseAgeLimit(.seconds(bunfig.releaseAge ?? 0)) { _ in isExempt }
  }

  /// Returns the override that has no condition.
  package func replacement(for dependency: Dependency) -> String? {
    (try? overrideRules())?.general(of: dependency.name)
  }

  /// The rules of `overrides` or `resolutions`; those for one parent come first.
  ///
  /// `requireSupport` has refused the project before if their meaning isn't certain.
  package var replacementRules: [ReplacementRule] {
    let rules = (try? overrideRules())?.rules ?? []
    return (rules.filter { $0.parent != nil } + rules.filter { $0.parent == nil }).map { rule in
      ReplacementRule(
        rule.target.name, selector: rule.target.range.isEmpty ? nil : rule.target.range,
        parent: rule.parent?.name, range: rule.text)
    }
  }

  /// The catalogs in the root's manifest.
  package var catalogs: ProjectCatalogs {
    guard let box = Catalogs.box(of: files.root.root) else { return ProjectCatalogs([]) }
    let standard = Catalogs.standardName
    let named = (box.node["catalogs"]?.members ?? []).map { ($0.key, "catalogs", $0.value) }
    let own = box.node["catalog"].map { [(standard, "catalog", $0)] } ?? []
    var entries: [ProjectCatalogs.Entry] = []
    for (catalog, section, node) in own + named {
      for member in node.members where member.value.kind == .string {
        let site = RequirementSite(
          path: project.manifest, section: box.path + section, node: member.value, kind: .catalog)
        entries.append(ProjectCatalogs.Entry(catalog, member.key, site))
      }
    }
    return ProjectCatalogs(entries, standard: standard)
  }
}
