import Ecosystem
import JavaScript
import Text

/// The version of pnpm whose lock is written.
struct PnpmVersion: Hashable, Sendable {
  /// 9, 10 or 11.
  var major: Int
  /// Decides which package extensions are built in; the highest number if the version has only a major.
  var minor: Int

  /// Creates a version.
  ///
  /// - Throws: a refusal for a version whose lock martlet does not write.
  init(_ text: String, at place: Location?) throws(Problem) {
    let numbers = text.split(separator: ".")
    let major = numbers.first.flatMap { Int($0) }
    guard let major, (9...11).contains(major) else {
      throw Problem(
        .refused, "is a version whose lock martlet does not write, only 9, 10 and 11",
        subject: "pnpm \(text)", at: place)
    }
    self.major = major
    minor = numbers.count > 1 ? Int(numbers[1]) ?? .max : .max
  }

  /// Whether the version is not older than another.
  func isAtLeast(_ other: (major: Int, minor: Int)) -> Bool { (major, minor) >= other }

  /// Whether settings are read from `package.json` and from all keys of `.npmrc`.
  var readsManifestSettings: Bool { major < 11 }
  /// Whether settings are read from `pnpm-workspace.yaml`.
  var readsWorkspaceSettings: Bool { major > 9 }
  /// Whether optional dependencies are looked up in full documents, which have `libc`.
  var readsFullDocuments: Bool { major > 9 }
  /// Whether missing peers are taken from the root of the workspace first.
  var hoistsFromRoot: Bool { major > 9 }
  /// Whether a dependency of an importer hides the missing peers of this name below the importer.
  ///
  /// pnpm 9 adds them to the wrong set of names.
  var hidesMissingPeers: Bool { major > 9 }
  /// Whether a missing peer gets a known version only if its range allows it, and `overrides` count.
  var hoistsWithinRanges: Bool { major > 10 }
  /// Whether a locked version gives way to a higher one that a direct dependency just got.
  var prefersDirectVersions: Bool { major > 10 }
  /// Whether peers are bound by the rules of pnpm 11: only complete places are reused, all cycles
  /// among the peers of one level are cut, and names count besides aliases.
  var bindsCompletePlaces: Bool { major > 10 }
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
  /// Earlier versions only update the direct ones if any member of the workspace has the name.
  var updatesIndirectPlaces: Bool { isAtLeast((11, 5)) }
  /// Whether `overrides` give peers any requirement, also one that isn't a range.
  var overridesPeersByAnything: Bool { major == 9 }
  /// Whether packages that aren't updated keep the `libc` of the lock, which abbreviated documents lack.
  var keepsLibc: Bool { major > 10 }
  /// Whether an optional package that isn't available is an error if the lock has a version that fits.
  var keepsLockedOptionals: Bool { isAtLeast((11, 11)) }
  /// Whether there is `minimumReleaseAge`.
  var knowsReleaseAge: Bool { isAtLeast((10, 16)) }
  /// Whether releases have to be a day old unless it's set, and those that are younger become exceptions
  /// in `pnpm-workspace.yaml`.
  var recordsYoungReleases: Bool { major > 10 }
  /// Whether a tag of a version that is too young moves to older versions alone.
  var movesTagsDown: Bool { major > 10 }
  /// Whether the lock keeps the publication times of all direct dependencies.
  ///
  /// Earlier versions compare the keys with paths of an older form. Only those of aliases of packages
  /// with a scope are the same.
  var keepsAllTimes: Bool { major > 10 }
  /// Whether preferred versions and tags count in spite of their age in `time-based` mode.
  var ignoresAgeOfPreferred: Bool { major == 9 }
}
