import Archives
import Ecosystem
import HTTP
import JSON
import JavaScript
import Text

/// Finds the packages with scripts that an installation runs, which the lock of pnpm 8 marks.
///
/// The registry's document doesn't say it for certain, so pnpm opens tarballs, also with
/// `--lockfile-only`. martlet opens those of versions that the lock doesn't have, and those of packages
/// without a mark that have scripts according to the registry. Optional packages always have a mark, and
/// a mark of the lock stays.
///
/// Source: `finishLockfileUpdates` in `resolve-dependencies/src/index.ts` of pnpm 8.
struct InstallScripts {
  /// How a package gets its mark.
  private enum Way {
    /// It is optional, or the lock has a mark.
    case always
    /// Its tarball has scripts.
    case tarball
  }

  private let input: ResolverInput
  private let sources: PnpmSources
  private let tarballs: TarballClient
  /// The packages by their paths in the new lock.
  private let packages: [(path: String, package: ResolvedPackage)]
  private let optional: OptionalUses
  /// Whether the lock names the same packages that can have scripts as the project.
  private let isTrusted: Bool
  /// The ids of packages that the old lock has without a mark, and those that it has with one.
  private let known: (unmarked: Set<String>, marked: Set<String>)

  /// Collects the packages of a resolution.
  init(
    _ resolved: TreeResolver, _ peers: PeerTree, _ http: HTTP.Client, _ sources: PnpmSources
  ) {
    input = resolved.input
    self.sources = sources
    tarballs = TarballClient(http)
    optional = OptionalUses(resolved.encounters)
    isTrusted = LockSettings(input).buildsAgree(with: input.lock.fields)
    packages = peers.graph.sorted { $0.key.precedesLexically($1.key) }.map {
      ($0.key, $0.value.package)
    }
    var known: (unmarked: Set<String>, marked: Set<String>) = ([], [])
    for (path, package) in input.lock.packages {
      let id = DependencyPath.withoutSuffix(path)
      if package.manifest["requiresBuild"] == true {
        known.marked.insert(id)
      } else {
        known.unmarked.insert(id)
      }
    }
    self.known = known
  }

  /// Marks the packages of a lock that have scripts.
  ///
  /// - Throws: `Problem` if a tarball can't be fetched or read, or if the order in which the registry
  ///   answers decides about a mark.
  func mark(in lock: inout Lock) async throws(Problem) {
    let present = packages.filter { lock.packages[$0.path] != nil }
    var open: [(path: String, package: ResolvedPackage, isCertain: Bool)] = []
    for (path, package) in present where input.settings.allowsBuild(of: package.name) {
      let ways = ways(path, package)
      if ways == [.always] {
        lock.packages[path]?.manifest["requiresBuild"] = true
      } else if ways.count > 1 || !isKnownWithoutScripts(package) {
        open.append((path, package, ways.count == 1))
      }
    }
    let scripts = try await findings(open.map(\.package))
    for (path, package, isCertain) in open {
      if scripts[package.id] == true {
        lock.packages[path]?.manifest["requiresBuild"] = true
      } else if !isCertain {
        throw Self.refusal(package.id)
      }
    }
  }

  /// Returns how a package can get its mark, depending on which of its places is the first one.
  private func ways(_ path: String, _ package: ResolvedPackage) -> Set<Way> {
    let isOptional = optional.isOptional(package.id)
    if isOptional == true { return [.always] }
    let own = input.lock.packages[path]?.manifest["requiresBuild"] == true
    let ways = optional.marks(package.id).map { $0 ?? own ? Way.always : .tarball }
    return Set(isOptional == nil ? ways + [.always] : ways)
  }

  /// Whether the lock has the version without a mark, and the registry agrees.
  private func isKnownWithoutScripts(_ package: ResolvedPackage) -> Bool {
    isTrusted && known.unmarked.contains(package.id) && !known.marked.contains(package.id)
      && !package.manifest.hasInstallScripts
  }

  /// Refuses a package without scripts that pnpm marks in one order only.
  private static func refusal(_ id: String) -> Problem {
    Problem(
      .refused,
      "gets `requiresBuild` from pnpm 8 depending on the order in which the registry answers",
      subject: id)
  }

  private func findings(_ packages: [ResolvedPackage]) async throws(Problem) -> [String: Bool] {
    var result: [String: Bool] = [:]
    var needs: [ScriptTarball] = []
    var seen: Set<String> = []
    for package in packages where seen.insert(package.id).inserted {
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
