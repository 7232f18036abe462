import Ecosystem
import HTTP
import JSON
import JavaScript
import Text

/// Finds the packages with scripts that an installation runs, which the lock of pnpm 8 marks.
///
/// The registry's document doesn't say it for certain, so pnpm opens tarballs, also with
/// `--lockfile-only`. martlet opens those of versions that the lock doesn't have, and those of packages
/// without a mark of which the registry says that they have scripts. Optional packages always have a
/// mark, and a mark of the lock stays.
///
/// Source: `finishLockfileUpdates` in `resolve-dependencies/src/index.ts` of pnpm 8.
struct InstallScripts {
  private let input: ResolverInput
  private let sources: ProjectSources
  private let tarballs: TarballClient
  private let places: OptionalPlaces
  /// The packages to look into, with the paths that they have in the lock.
  private let open: [(package: ResolvedPackage, paths: [String])]

  /// Collects the packages whose scripts aren't known.
  init(
    _ resolved: TreeResolver, _ peers: PeerTree, _ http: HTTP.Client, _ sources: ProjectSources
  ) {
    input = resolved.input
    self.sources = sources
    tarballs = TarballClient(http)
    let isTrusted = LockSettings(input).buildsAgree(with: input.lock.fields)
    let nodes = peers.graph.sorted { $0.key.precedesLexically($1.key) }
    places = OptionalPlaces(resolved.encounters)
    var paths: [String: [String]] = [:]
    var packages: [ResolvedPackage] = []
    for (path, node) in nodes {
      let package = node.package
      let isUncertain = places.isUncertain(package.id)
      guard input.settings.allowsBuild(of: package.name), package.locked?.hasScripts != true,
        isUncertain || !package.reach.isOptional,
        isUncertain || !(isTrusted && package.isKeptWithoutScripts)
      else { continue }
      if paths[package.id] == nil { packages.append(package) }
      paths[package.id, default: []].append(path)
    }
    open = packages.map { ($0, paths[$0.id] ?? []) }
  }

  /// Marks the packages of a lock that have scripts.
  ///
  /// - Throws: `Problem` if a tarball can't be fetched or read, or has another digest.
  func mark(in lock: inout Lock) async throws(Problem) {
    let needed = open.filter { entry in
      entry.paths.contains { lock.packages[$0] != nil }
    }
    let scripts = try await findings(needed.map(\.package))
    for (package, paths) in needed {
      guard scripts[package.id] == true else {
        if places.isUncertain(package.id) { throw Self.refusal(package.id) }
        continue
      }
      for path in paths where lock.packages[path] != nil {
        lock.packages[path]?.manifest["requiresBuild"] = true
      }
    }
  }

  /// Refuses a package without scripts that pnpm marks if it takes it for optional.
  private static func refusal(_ id: String) -> Problem {
    Problem(
      .refused,
      "gets `requiresBuild` from pnpm 8 depending on the order in which the registry answers",
      subject: id)
  }

  private func findings(_ packages: [ResolvedPackage]) async throws(Problem) -> [String: Bool] {
    var result: [String: Bool] = [:]
    var needs: [ScriptTarball] = []
    for package in packages {
      if package.id.hasPrefix("file:") {
        result[package.id] = hasScripts(folder: package)
      } else {
        needs.append(try ScriptTarball(package, input))
      }
    }
    let tarballs = tarballs
    let found = await fetchAll(needs) { (need: ScriptTarball) async throws(Problem) in
      try await need.hasScripts(tarballs, .usual)
    }
    for (need, answer) in found {
      if let hasScripts = try answer.get() {
        result[need.id] = hasScripts
      } else if let hasScripts = try await need.hasScripts(tarballs, .large) {
        result[need.id] = hasScripts
      } else {
        throw Problem(.refused, "has a tarball that is too large to check", subject: need.id)
      }
    }
    return result
  }

  /// Looks into an injected member of the workspace.
  private func hasScripts(folder package: ResolvedPackage) -> Bool {
    if package.manifest.hasInstallScripts { return true }
    let root = TreePath.folder(of: sources.project.manifest)
    let folder = TreePath.join(root, String(package.id.dropFirst("file:".count)))
    let prefix = folder.isEmpty ? "" : folder + "/"
    return sources.tree.listing.files(below: folder).contains { path in
      ScriptTarball.isScript(String(path.dropFirst(prefix.count)))
    }
  }
}

extension ResolvedPackage {
  /// Whether the version stays that the lock has without a mark, and the registry agrees.
  fileprivate var isKeptWithoutScripts: Bool {
    guard let locked, !locked.hasScripts else { return false }
    return DependencyPath.withoutSuffix(locked.path) == id && !manifest.hasInstallScripts
  }
}
