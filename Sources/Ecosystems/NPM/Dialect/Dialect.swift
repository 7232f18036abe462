import JavaScript

/// The rules of one version of npm, where they differ from those of other versions.
///
/// The base is npm 10.8.2. `ToolChange` lists what other versions do differently.
struct Dialect: Hashable, Sendable {
  /// The version of npm.
  let npm: Version

  /// The newest version whose rules are known, of each major version, newest first.
  static let newest = [
    Version(11, 19, 0), Version(10, 9, 8), Version(9, 9, 4), Version(8, 19, 4),
  ]
  /// The version that is assumed if nothing states one.
  static let standard = Dialect(npm: Version(10, 8, 2))

  /// The versions whose rules are known, from the first to the last.
  ///
  /// Between two of them npm changed its rules in a release that isn't known exactly.
  private static let modeled = [
    (Version(8, 12, 1), Version(8, 19, 4)),
    (Version(9, 0, 0), Version(9, 9, 4)), (Version(10, 0, 0), Version(10, 9, 8)),
    (Version(11, 4, 2), Version(11, 4, 2)), (Version(11, 6, 0), Version(11, 6, 0)),
    (Version(11, 6, 2), Version(11, 6, 2)), (Version(11, 7, 0), Version(11, 9, 0)),
    (Version(11, 11, 0), Version(11, 13, 0)), (Version(11, 17, 0), Version(11, 17, 0)),
    (Version(11, 19, 0), Version(11, 19, 0)),
  ]

  /// Whether locks are written: the rules are known, or no difference from the nearest version whose
  /// rules are known is.
  var isSupported: Bool { 8...11 ~= npm.major }

  /// Whether the rules are known from comparisons with this version.
  var isModeled: Bool { Self.modeled.contains { $0.0 <= npm && npm <= $0.1 } }

  /// Whether this version has a change.
  func has(_ change: ToolChange) -> Bool { change.applies(to: npm) }

  /// The format of a new lock, and of one that replaces a lock of version 1.
  var lockVersion: Int { has(.lockVersion3) ? 3 : 2 }
}

/// What versions of npm do differently, where it shows in a lock.
extension ToolChange {
  /// A lock of version 3 stays one, and `lockfile-version` has an effect.
  static let keptLockVersion = Self(since: Version(8, 1, 0), source: "npm 8.1.0")
  /// `overrides` of the manifest have an effect.
  static let overrides = Self(since: Version(8, 3, 0), source: "#4149")
  /// `#` in the path of a folder is written as `%23`; without it such a folder is refused.
  static let escapedHashes = Self(
    since: Version(8, 15, 1), until: Version(10, 9, 0), source: "#5122, npm-package-arg 12")
  /// New locks, and those that replace version 1, have version 3 instead of 2.
  static let lockVersion3 = Self(since: Version(9, 0, 0), source: "#5605")
  /// Dependents are queued after each placement of a step, not after all of them.
  static let placesInTurn = Self(since: Version(9, 6, 6), source: "#6393")
  /// Full documents are requested and kept, so entries have `license`.
  static let licenses = Self(since: Version(10, 8, 0), source: "#7126, #7475")
  /// The version of `latest` isn't used if it is deprecated or needs another Node.
  static let usableLatest = Self(since: Version(10, 8, 2), source: "npm-pick-manifest 9.1.0")
  /// An entry has `name` if its folder has another name.
  static let folderNames = Self(since: Version(10, 8, 2), source: "#7602")
  /// The dependents of an unavailable optional package stay in the lock.
  static let inertOptionals = Self(since: Version(11, 4, 2), source: "Arborist 9.1.2")
  /// Missing optional packages are requested again.
  static let missingOptionals = Self(since: Version(11, 6, 2), source: "Arborist 9.1.6")
  /// Rules of `overrides` are compared by value and follow edges, not folders.
  static let equalOverrides = Self(since: Version(11, 4, 2), source: "Arborist 9.1.2")
  /// Packages that are both `peer` and `optional` are pruned from a lock.
  static let prunedPeers = Self(
    since: Version(11, 6, 0), until: Version(11, 7, 0), source: "Arborist 9.1.4")
  /// A workspace drops a dependency that an override of the root changes; it is refused.
  static let workspaceOverrides = Self(
    since: Version(11, 4, 2), until: Version(11, 17, 0), source: "Arborist 9.1.2")
  /// Every target of a peer dependency is `peer`.
  static let peerEdges = Self(
    since: Version(11, 6, 2), until: Version(11, 7, 0), source: "Arborist 9.1.6")
  /// `dev`, `devOptional` and `peer` depend on all dependents (`calc-dep-flags.js`).
  static let flagsByQueue = Self(since: Version(11, 7, 0), source: "Arborist 9.1.9")
  /// Rules of `overrides` with overlapping versions don't conflict.
  static let overlappingOverrides = Self(since: Version(11, 7, 0), source: "Arborist 9.1.9")
  /// `min-release-age` has an effect.
  static let minimumAge = Self(since: Version(11, 10, 0), source: "npm 11.10.0")
  /// Entries have `libc`.
  static let libc = Self(since: Version(11, 11, 0), source: "Arborist 9.4.0")
  /// `npm install` resolves invalid optional peers and `npm update` leaves them.
  static let optionalPeers = Self(since: Version(11, 11, 0), source: "#8726")
  /// Where rules of `overrides` meet, the rule above both applies.
  static let commonOverrides = Self(since: Version(11, 12, 1), source: "Arborist 9.4.2")
  /// Links give their rules of `overrides` to their targets.
  static let linkedOverrides = Self(since: Version(11, 17, 0), source: "#9357")
  /// An optional peer uses a copy that is elsewhere in the tree; unavailable packages and unused
  /// folders have no entry.
  static let hoistedPeers = Self(since: Version(11, 17, 0), source: "#9249")
  /// `npm update` resolves invalid optional peers too.
  static let updatedPeers = Self(since: Version(11, 19, 0), source: "#9641")
  /// A candidate that another peer replaced has no conflicts.
  static let replacedPeers = Self(since: Version(11, 19, 0), source: "Arborist 9.9.1")
  /// Links give their rules of `overrides` to their targets if they concern anything below.
  static let deepOverrides = Self(since: Version(11, 19, 0), source: "#9619, #9659")
  /// Several links to one folder clear its flags together, instead of setting them one by one.
  static let sharedTargets = Self(since: Version(11, 19, 0), source: "Arborist 9.9.1")
}
