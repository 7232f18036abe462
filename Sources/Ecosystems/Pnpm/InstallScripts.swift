import Ecosystem
import HTTP
import JSON
import JavaScript
import Text

/// Finds the packages with scripts that an installation runs, which the lock of pnpm 8 marks.
///
/// The registry's document doesn't say it for certain, so pnpm opens tarballs, also with
/// `--lockfile-only`. martlet opens those of packages whose entry isn't in the lock yet, and those of
/// packages that have no mark although the registry says that they have scripts. Optional packages are always marked, and
/// a mark of the lock stays.
///
/// Source: `finishLockfileUpdates` in `resolve-dependencies/src/index.ts` of pnpm 8.
struct InstallScripts {
  private let input: ResolverInput
  private let sources: ProjectSources
  private let tarballs: TarballClient
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
    var paths: [String: [String]] = [:]
    var packages: [ResolvedPackage] = []
    for (path, node) in nodes {
      let package = node.package
      guard input.settings.allowsBuild(of: package.name), !package.reach.isOptional,
        package.locked?.hasScripts != true, !(isTrusted && package.isKeptWithoutScripts)
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
    for (package, paths) in needed where scripts[package.id] == true {
      for path in paths where lock.packages[path] != nil {
        lock.packages[path]?.manifest["requiresBuild"] = true
      }
    }
  }

  private func findings(_ packages: [ResolvedPackage]) async throws(Problem) -> [String: Bool] {
    var result: [String: Bool] = [:]
    var needs: [PackageTarball] = []
    for package in packages {
      if package.id.hasPrefix("file:") {
        result[package.id] = hasScripts(folder: package)
      } else {
        needs.append(try PackageTarball(package, input))
      }
    }
    let tarballs = tarballs
    let found = await fetchAll(needs) { (need: PackageTarball) async throws(Problem) in
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
      PackageTarball.isScript(String(path.dropFirst(prefix.count)))
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

/// The tarball of a package that can have scripts.
private struct PackageTarball: Sendable {
  let id: String
  private let url: String
  private let integrity: String

  init(_ package: ResolvedPackage, _ input: ResolverInput) throws(Problem) {
    id = package.id
    guard let integrity = package.resolution["integrity"]?.string else {
      throw Problem(
        .refused, "has no digest in the registry, so its tarball can't be checked", subject: id)
    }
    self.integrity = integrity
    let usual = try Resolutions(input).usual(package.manifest)
    url = package.resolution["tarball"]?.string ?? usual ?? ""
  }

  /// Whether the package has scripts; nil if the tarball is too large.
  func hasScripts(
    _ client: TarballClient, _ limits: TarballClient.Limits
  ) async throws(Problem) -> Bool? {
    guard let bytes = try await client.tarball(url, of: id, limit: limits.tarball) else {
      return nil
    }
    guard let isRight = Integrity.verify(bytes, integrity) else {
      throw Problem(.refused, "has a digest of an unknown kind", subject: id)
    }
    guard isRight else {
      throw Problem(
        .failed, "is a tarball with a digest other than that of the lock or the registry",
        subject: id, explanation: ["The digest must be \(integrity)."])
    }
    let tarball = try Tarball(
      gzip: bytes, of: id, limit: limits.content, keeping: { $0 == "package.json" })
    for entry in tarball.entries {
      if case .file = entry.content, Self.isScript(entry.path) { return true }
    }
    guard case .file(let manifest, _) = tarball.entries.last(where: { $0.path == "package.json" })?
      .content
    else { return false }
    return try Self.hasScripts(manifest, of: id)
  }

  private static func hasScripts(_ manifest: [UInt8], of id: String) throws(Problem) -> Bool {
    do throws(SyntaxError) {
      let document = try Document(manifest, named: "package.json")
      return PackageManifest.hasInstallScripts(document.root)
    } catch {
      throw Problem(.failed, "has a package.json in its tarball that is not JSON", subject: id)
    }
  }

  /// Whether a file makes an installation run scripts: `filesIncludeInstallScripts`.
  static func isScript(_ path: String) -> Bool {
    path == "binding.gyp" || path.hasPrefix(".hooks/")
  }
}
