import JavaScript

/// What versions of pnpm do differently, where it shows in a lock.
extension ToolChange {
  /// Lines of the lock are folded behind 1,000 characters.
  static let foldsLines = Self(until: Version(8, 15, 2), source: "LOCKFILE_YAML_FORMAT in write.ts")
  /// The sections of importers are sorted by name.
  static let sortsSections = Self(since: Version(10, 0, 0))
  /// Settings are read from `package.json` and from all keys of `.npmrc`.
  static let readsManifestSettings = Self(until: Version(11, 0, 0))
  /// Settings are read from `pnpm-workspace.yaml`.
  static let readsWorkspaceSettings = Self(since: Version(10, 0, 0))
  /// `minimumReleaseAge` makes only some documents full: not those of excluded packages, and not
  /// those that are older.
  static let readsFewFullDocuments = Self(
    since: Version(11, 0, 0),
    source: "pickPackage.ts of pnpm 11, createNewStoreController.ts of pnpm 10")
  /// Optional dependencies are looked up in full documents, which have `libc`.
  static let readsFullDocuments = Self(since: Version(10, 0, 0))
  /// Missing peers are taken from the root of the workspace first.
  static let hoistsFromRoot = Self(since: Version(10, 0, 0))
  /// A dependency of an importer doesn't hide the missing peers of this name below the importer: they are
  /// added to the wrong set of names.
  static let confusesMissingPeers = Self(since: Version(9, 0, 0), until: Version(10, 0, 0))
  /// A missing peer gets a known version only if its range allows it, and `overrides` count.
  static let hoistsWithinRanges = Self(since: Version(11, 0, 0))
  /// A locked version gives way to a higher one that a direct dependency just got.
  static let prefersDirectVersions = Self(since: Version(11, 0, 0))
  /// Peers are bound by the rules of pnpm 11: only complete places are reused, all cycles
  /// among the peers of one level are cut, and names count besides aliases.
  static let bindsCompleteNodes = Self(since: Version(11, 0, 0))
  /// Cycles among the peers of one level are also found by the names of packages with aliases.
  static let findsCyclesByName = Self(
    since: Version(10, 12, 4),
    source: "addEdgesToGraph in resolvePeers.ts, which pnpm 10.12.4 added")
  /// Packages keep the peers to which the lock binds them.
  static let keepsLockedPeers = Self(since: Version(11, 0, 0))
  /// The dependencies of packages of one depth are resolved in the order of their paths, instead
  /// of the order in which manifests name them.
  static let resolvesByPath = Self(since: Version(11, 0, 0))
  /// The packages of a depth are resolved when all above it are: `packageResolutionBarrier`.
  static let resolvesByDepth = Self(since: Version(11, 0, 0))
  /// Optional peers that `peerDependenciesMeta` alone names are looked for in the tree.
  static let missesPeersOfMeta = Self(since: Version(11, 0, 0))
  /// An update also names the packages that the lock doesn't have for a requirement.
  static let updatesNewRequirements = Self(since: Version(11, 0, 0))
  /// The lowest version is also picked among those that are old enough.
  static let picksLowestOldEnough = Self(since: Version(11, 0, 0))
  /// A package with preferred versions gets a deprecated one if that is the newest that fits.
  static let takesDeprecatedBesidesPreferred = Self(since: Version(11, 0, 0))
  /// A linked member stays linked if nothing asks for its update.
  static let keepsLinks = Self(since: Version(11, 0, 0))
  /// Keys of `patchedDependencies` can name ranges.
  static let patchesRanges = Self(since: Version(10, 0, 0))
  /// The tarball of a package without a digest in the registry is hashed.
  static let hashesTarballs = Self(since: Version(11, 0, 0))
  /// The shallowest place of a package decides its dependencies, even if it is visited last.
  static let letsShallowestDecide = Self(since: Version(11, 0, 0))
  /// The members of a workspace can have settings in an `.npmrc` of their own.
  static let readsSettingsOfMembers = Self(until: Version(11, 0, 0))
  /// Updates leave the locked versions of catalogs, as long as the entries don't change.
  static let keepsCatalogs = Self(since: Version(9, 0, 0), until: Version(10, 0, 0))
  /// An update by name reads a requirement as `catalog:` if the default catalog has the same one:
  /// `parseWantedDependencies.ts`.
  static let selectsFromCatalog = Self(since: Version(10, 0, 0))
  /// An update of a direct dependency leaves the indirect places of the package if any member of the
  /// workspace has the name.
  static let updatesDirectOnly = Self(since: Version(8, 15, 0), until: Version(11, 5, 0))
  /// `overrides` give peers any requirement, also one that isn't a range.
  static let overridesPeersByAnything = Self(until: Version(10, 0, 0))
  /// Packages that aren't updated keep the `libc` of the lock, which abbreviated documents lack.
  static let keepsLibc = Self(since: Version(11, 0, 0))
  /// A package in the lock stays deprecated at all its places if the registry takes that back.
  static let keepsDeprecations = Self(
    since: Version(11, 22, 0), source: "toLockfileDependency in updateLockfile.ts of pnpm 11.22")
  /// An optional package that isn't available is an error if the lock has a version that fits.
  static let keepsLockedOptionals = Self(since: Version(11, 11, 0))
  /// There is `minimumReleaseAge`.
  static let knowsReleaseAge = Self(since: Version(10, 16, 0))
  /// Releases have to be a day old unless it's set, and those that are younger become exceptions
  /// in `pnpm-workspace.yaml`.
  static let recordsYoungReleases = Self(since: Version(11, 0, 0))
  /// An override with `catalog:` keeps an entry of a catalog that would be removed as unused.
  static let countsOverridesAsUses = Self(
    since: Version(11, 0, 0), source: "removePackagesFromWorkspaceCatalog of pnpm 10.34 and 11.22")
  /// A tag of a version that is too young moves to older versions alone.
  static let movesTagsDown = Self(since: Version(11, 0, 0))
  /// The lock keeps only some publication times of direct dependencies, those of aliases of packages with
  /// a scope: the keys are compared with paths of an older form.
  static let losesTimes = Self(since: Version(9, 0, 0), until: Version(11, 0, 0))
  /// Preferred versions and tags count in spite of their age in `time-based` mode.
  static let ignoresAgeOfPreferred = Self(until: Version(10, 0, 0))
  /// Full documents keep `libc`: `clearMeta` in `pickPackage.ts`.
  static let readsLibc = Self(since: Version(9, 0, 0))
  /// Members of the workspace are linked unless `link-workspace-packages` is off.
  static let linksMembers = Self(until: Version(9, 0, 0))
  /// Injected members are linked after all if their dependencies are the same, by default.
  static let dedupesInjected = Self(since: Version(9, 0, 0))
  /// A missing peer gets its range even if another version is in use.
  static let hoistsByRange = Self(until: Version(9, 0, 0))
  /// Missing peers are looked for even if they are not installed.
  static let findsPeersToDeduplicate = Self(since: Version(9, 0, 0))
  /// Optional peers are added if a version that fits is in use.
  static let hoistsOptional = Self(since: Version(9, 0, 0))
  /// An importer resolves the dependencies of a package again if the first one isn't ready.
  static let resolvesPerImporter = Self(
    until: Version(9, 0, 0), source: "resolveChildren in resolveDependencies.ts of pnpm 8")
  /// A place is known by its path, and leaves have several places.
  static let namesNodesByPath = Self(
    until: Version(9, 0, 0), source: "createNodeId and buildTree of pnpm 8")
  /// Packages that stay are not resolved: their manifest comes from the tarball, and the rest from
  /// the lock.
  static let keepsWithoutResolving = Self(
    until: Version(9, 0, 0), source: "skipResolution in packageRequester.ts of pnpm 8")
  /// Peers are bound for each importer separately, and always to the nearest provider.
  static let bindsEachImporter = Self(until: Version(9, 0, 0), source: "resolvePeers.ts of pnpm 8")
  /// The path of a package names only the versions of its peers, and is never a hash.
  static let namesPeersByVersion = Self(until: Version(9, 0, 0))
  /// A package can be its own peer.
  static let allowsOwnPeer = Self(until: Version(9, 0, 0))
  /// Optional peers are in `optionalDependencies` of the lock.
  static let separatesOptionalPeers = Self(since: Version(9, 0, 0))
  /// `peerDependenciesMeta` of the lock also has names that aren't peers.
  static let writesAllPeerMeta = Self(
    until: Version(8, 15, 2),
    source: "toLockfileDependency in updateLockfile.ts, which pnpm 8.15.2 changed")
  /// `dedupe-injected-deps` is read.
  static let readsDedupeInjected = Self(since: Version(8, 13, 0))
  /// The id of a package has the host of its tarball, instead of that of the registry.
  static let namesTarballHost = Self(
    until: Version(8, 11, 0),
    source: "createPkgId in npm-resolver, which pnpm 8.11 calls with the registry")
  /// A requirement that isn't a range keeps its locked version if an importer has the same one.
  static let keepsTagged = Self(
    since: Version(8, 8, 0),
    source: "referenceSatisfiesWantedSpec in resolveDependencies.ts, which pnpm 8.8 changed")
  /// Direct dependencies get the highest version that fits, by default.
  static let picksHighestDirect = Self(
    since: Version(8, 7, 0),
    source: "resolution-mode in config/src/index.ts, whose default pnpm 8.7 changed")
  /// `overrides` apply to peers.
  static let overridesPeers = Self(
    since: Version(8, 7, 0), source: "createVersionsOverrider.ts, which pnpm 8.7 changed")
  /// A package in the lock keeps dependencies that it had before.
  static let keepsLockedDependencies = Self(
    until: Version(9, 0, 0), source: "updateResolvedDeps in updateLockfile.ts of pnpm 8")
  /// The lock says which packages have scripts to run or patches.
  static let marksBuilds = Self(until: Version(9, 0, 0))
  /// A setting can join peers without a common range: `autoInstallPeersFromHighestMatch`.
  ///
  /// Earlier versions don't read it from any file.
  static let joinsPeerRanges = Self(since: Version(10, 0, 0))
  /// An installation always visits all packages, because of the number of the lock's version.
  static let visitsWholeTree = Self(
    until: Version(9, 0, 0), source: "forceFullResolution in install/index.ts of pnpm 8")
  /// Patches without a version apply to all versions.
  static let patchesAllVersions = Self(since: Version(9, 0, 0))
}
