import Ecosystem
import JavaScript
import Text

/// The version of pnpm whose lock is written.
struct PnpmVersion: Hashable, Sendable {
  /// 8, 9, 10 or 11.
  var major: Int
  /// The highest number if the version has only a major.
  var minor: Int
  /// The highest number if the version has no patch.
  var patch: Int

  /// Creates a version.
  ///
  /// - Throws: a refusal for a version whose lock martlet does not write.
  init(_ text: String, at location: Location?) throws(Problem) {
    let numbers = text.split(separator: ".").map { part in
      Int(part.prefix { $0 != "-" && $0 != "+" })
    }
    major = (numbers.first ?? nil) ?? 0
    minor = numbers.count > 1 ? numbers[1] ?? .max : .max
    patch = numbers.count > 2 ? numbers[2] ?? .max : .max
    let oldest = Self.oldest
    guard isAtLeast(oldest.major, oldest.minor, oldest.patch), major < 12 else {
      throw Problem(
        .refused, "is a version whose lock martlet does not write, only \(Self.written)",
        subject: "pnpm \(text)", at: location)
    }
  }

  /// The versions whose locks are written, for messages.
  static let written = "8.6.12 and later, 9, 10 and 11"

  /// The oldest version whose lock is written.
  private static let oldest = (major: 8, minor: 6, patch: 12)

  /// The newest versions with which locks were compared, one of each line.
  private static let measured = [
    Version(8, 15, 9), Version(9, 15, 9), Version(10, 34, 5), Version(11, 22, 0),
  ]

  /// Returns the newest measured version of a line if a version is newer; nil if it isn't.
  static func unmeasured(_ version: PnpmVersion) -> Version? {
    measured.first { $0.major == version.major && $0 < version.version }
  }

  /// Whether the version is not older than another.
  func isAtLeast(_ other: (major: Int, minor: Int)) -> Bool { (major, minor) >= other }

  /// Whether the version is not older than another.
  func isAtLeast(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
    (self.major, self.minor, self.patch) >= (major, minor, patch)
  }

  /// The version as ranges compare it.
  var version: Version { Version(major, minor, patch) }

  // MARK: The lock

  /// The form of the lock, which depends on the major version alone.
  var layout: LockLayout { major > 8 ? .split : .joined }
  /// The longest line before texts are folded; nil if they never are.
  ///
  /// Source: `LOCKFILE_YAML_FORMAT` in `write.ts`, which pnpm 8.15.2 changed.
  var lineWidth: Int? { isAtLeast(8, 15, 2) ? nil : 1000 }
  /// Whether the sections of importers are sorted by name.
  var sortsSections: Bool { major > 9 }

  // MARK: Settings and packages

  /// Whether settings are read from `package.json` and from all keys of `.npmrc`.
  var readsManifestSettings: Bool { major < 11 }
  /// Whether settings are read from `pnpm-workspace.yaml`.
  var readsWorkspaceSettings: Bool { major > 9 }
  /// Whether `minimumReleaseAge` makes only some documents full: not those of excluded packages, and not
  /// those that are older.
  ///
  /// Source: `pickPackage.ts` of pnpm 11, `createNewStoreController.ts` of pnpm 10.
  var readsFewFullDocuments: Bool { major > 10 }
  /// Whether optional dependencies are looked up in full documents, which have `libc`.
  var readsFullDocuments: Bool { major > 9 }
  /// Whether missing peers are taken from the root of the workspace first.
  var hoistsFromRoot: Bool { major > 9 }
  /// Whether a dependency of an importer hides the missing peers of this name below the importer.
  ///
  /// pnpm 9 adds them to the wrong set of names.
  var hidesMissingPeers: Bool { major != 9 }
  /// Whether a missing peer gets a known version only if its range allows it, and `overrides` count.
  var hoistsWithinRanges: Bool { major > 10 }
  /// Whether a locked version gives way to a higher one that a direct dependency just got.
  var prefersDirectVersions: Bool { major > 10 }
  /// Whether peers are bound by the rules of pnpm 11: only complete places are reused, all cycles
  /// among the peers of one level are cut, and names count besides aliases.
  var bindsCompleteNodes: Bool { major > 10 }
  /// Whether packages keep the peers to which the lock binds them.
  var keepsLockedPeers: Bool { major > 10 }
  /// Whether the dependencies of packages of one depth are resolved in the order of their paths, instead
  /// of the order in which manifests name them.
  var resolvesByPath: Bool { major > 10 }
  /// Whether the packages of a depth are resolved when all above it are: `packageResolutionBarrier`.
  var resolvesByDepth: Bool { major > 10 }
  /// Whether optional peers that `peerDependenciesMeta` alone names are looked for in the tree.
  var missesPeersOfMeta: Bool { major > 10 }
  /// Whether an update also names the packages that the lock doesn't have for a requirement.
  var updatesNewRequirements: Bool { major > 10 }
  /// Whether the lowest version is also picked among those that are old enough.
  var picksLowestOldEnough: Bool { major > 10 }
  /// Whether a package with preferred versions gets a deprecated one if that is the newest that fits.
  var takesDeprecatedBesidesPreferred: Bool { major > 10 }
  /// Whether a linked member stays linked if nothing asks for its update.
  var keepsLinks: Bool { major > 10 }
  /// Whether keys of `patchedDependencies` can name ranges.
  var patchesRanges: Bool { major > 9 }
  /// Whether the tarball of a package without a digest in the registry is hashed.
  var hashesTarballs: Bool { major > 10 }
  /// Whether the shallowest place of a package decides its dependencies, even if it is visited last.
  var letsShallowestDecide: Bool { major > 10 }
  /// Whether the members of a workspace can have settings in an `.npmrc` of their own.
  var readsSettingsOfMembers: Bool { major < 11 }
  /// Whether updates leave the locked versions of catalogs, as long as the entries don't change.
  var keepsCatalogs: Bool { major == 9 }
  /// Whether an update by name reads a requirement as `catalog:` if the default catalog has the same one:
  /// `parseWantedDependencies.ts`.
  var selectsFromCatalog: Bool { major > 9 }
  /// Whether an update of a direct dependency also reaches the indirect places of the package.
  ///
  /// Versions from 8.15 to 11.4 only update the direct ones if any member of the workspace has the name.
  var updatesIndirectCopies: Bool { isAtLeast((11, 5)) || !isAtLeast((8, 15)) }
  /// Whether `overrides` give peers any requirement, also one that isn't a range.
  var overridesPeersByAnything: Bool { major < 10 }
  /// Whether packages that aren't updated keep the `libc` of the lock, which abbreviated documents lack.
  var keepsLibc: Bool { major > 10 }
  /// Whether a package in the lock stays deprecated at all its places if the registry takes that back.
  ///
  /// Source: `toLockfileDependency` in `updateLockfile.ts` of pnpm 11.22.
  var keepsDeprecations: Bool { isAtLeast((11, 22)) }
  /// Whether an optional package that isn't available is an error if the lock has a version that fits.
  var keepsLockedOptionals: Bool { isAtLeast((11, 11)) }
  /// Whether there is `minimumReleaseAge`.
  var knowsReleaseAge: Bool { isAtLeast((10, 16)) }
  /// Whether releases have to be a day old unless it's set, and those that are younger become exceptions
  /// in `pnpm-workspace.yaml`.
  var recordsYoungReleases: Bool { major > 10 }
  /// Whether an override with `catalog:` keeps an entry of a catalog that would be removed as unused.
  ///
  /// Source: `removePackagesFromWorkspaceCatalog` of pnpm 10.34 and 11.22.
  var countsOverridesAsUses: Bool { major > 10 }
  /// Whether a tag of a version that is too young moves to older versions alone.
  var movesTagsDown: Bool { major > 10 }
  /// Whether the lock keeps the publication times of all direct dependencies.
  ///
  /// pnpm 9 and 10 compare the keys with paths of an older form. Only those of aliases of packages
  /// with a scope are the same.
  var keepsAllTimes: Bool { major > 10 || major < 9 }
  /// Whether preferred versions and tags count in spite of their age in `time-based` mode.
  var ignoresAgeOfPreferred: Bool { major < 10 }

  // MARK: pnpm 8

  /// Whether full documents keep `libc`: `clearMeta` in `pickPackage.ts`.
  var readsLibc: Bool { major > 8 }
  /// Whether members of the workspace are linked unless `link-workspace-packages` is off.
  var linksMembers: Bool { major < 9 }
  /// Whether injected members are linked after all if their dependencies are the same, by default.
  var dedupesInjected: Bool { major > 8 }
  /// Whether a missing peer gets its range even if another version is in use.
  var hoistsByRange: Bool { major < 9 }
  /// Whether missing peers are looked for even if they are not installed.
  var findsPeersToDeduplicate: Bool { major > 8 }
  /// Whether optional peers are added if a version that fits is in use.
  var hoistsOptional: Bool { major > 8 }
  /// Whether an importer resolves the dependencies of a package again if the first one isn't ready.
  ///
  /// Source: `resolveChildren` in `resolveDependencies.ts` of pnpm 8.
  var resolvesPerImporter: Bool { major < 9 }
  /// Whether a place is known by its path, and leaves have several places.
  ///
  /// Source: `createNodeId` and `buildTree` of pnpm 8.
  var namesNodesByPath: Bool { major < 9 }
  /// Whether packages that stay are not resolved: their manifest comes from the tarball, and the rest from
  /// the lock.
  ///
  /// Source: `skipResolution` in `packageRequester.ts` of pnpm 8.
  var keepsWithoutResolving: Bool { major < 9 }
  /// Whether peers are bound for each importer separately, and always to the nearest provider.
  ///
  /// Source: `resolvePeers.ts` of pnpm 8.
  var bindsEachImporter: Bool { major < 9 }
  /// Whether the path of a package names only the versions of its peers, and is never a hash.
  var namesPeersByVersion: Bool { major < 9 }
  /// Whether a package can be its own peer.
  var allowsOwnPeer: Bool { major < 9 }
  /// Whether optional peers are in `optionalDependencies` of the lock.
  var separatesOptionalPeers: Bool { major > 8 }
  /// Whether `peerDependenciesMeta` of the lock also has names that aren't peers.
  ///
  /// Source: `toLockfileDependency` in `updateLockfile.ts`, which pnpm 8.15.2 changed.
  var writesAllPeerMeta: Bool { !isAtLeast(8, 15, 2) }
  /// How the names are read that a package bundles.
  var bundleRule: BundleRule {
    if isAtLeast(8, 15, 1) { return .listOrTrue }
    return isAtLeast(8, 13, 0) ? .listOrBoolean : .list
  }
  /// Whether `dedupe-injected-deps` is read.
  var readsDedupeInjected: Bool { isAtLeast(8, 13, 0) }
  /// Whether the id of a package has the host of its tarball, instead of that of the registry.
  ///
  /// Source: `createPkgId` in `npm-resolver`, which pnpm 8.11 calls with the registry.
  var namesTarballHost: Bool { !isAtLeast(8, 11, 0) }
  /// Whether a requirement that isn't a range keeps its locked version if an importer has the same one.
  ///
  /// Source: `referenceSatisfiesWantedSpec` in `resolveDependencies.ts`, which pnpm 8.8 changed.
  var keepsTagged: Bool { isAtLeast(8, 8, 0) }
  /// Whether direct dependencies get the highest version that fits, by default.
  ///
  /// Source: `resolution-mode` in `config/src/index.ts`, whose default pnpm 8.7 changed.
  var picksHighestDirect: Bool { isAtLeast(8, 7, 0) }
  /// Whether `overrides` apply to peers.
  ///
  /// Source: `createVersionsOverrider.ts`, which pnpm 8.7 changed.
  var overridesPeers: Bool { isAtLeast(8, 7, 0) }
  /// Whether a package in the lock keeps dependencies that it had before.
  ///
  /// Source: `updateResolvedDeps` in `updateLockfile.ts` of pnpm 8.
  var keepsLockedDependencies: Bool { major < 9 }
  /// Whether the lock says which packages have scripts to run or patches.
  var marksBuilds: Bool { major < 9 }
  /// Whether a setting can join peers without a common range: `autoInstallPeersFromHighestMatch`.
  ///
  /// Earlier versions don't read it from any file.
  var joinsPeerRanges: Bool { major > 9 }
  /// Whether an installation always visits all packages, because of the number of the lock's version.
  ///
  /// Source: `forceFullResolution` in `install/index.ts` of pnpm 8.
  var visitsWholeTree: Bool { major < 9 }
  /// Whether patches without a version apply to all versions.
  var patchesAllVersions: Bool { major > 8 }
}

/// How a version of pnpm reads the names that a package bundles.
///
/// Source: `getNonDevWantedDependencies.ts` and `toLockfileDependency` of pnpm 8.12, 8.13 and 8.15.1.
enum BundleRule: Hashable, Sendable {
  /// A list in `bundleDependencies`; the lock also has one of `bundledDependencies`.
  case list
  /// A list, or `true` for all dependencies; the lock also says `false`.
  case listOrBoolean
  /// A list, or `true` for all dependencies.
  case listOrTrue
}
