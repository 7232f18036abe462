import Gems
import Ruby

/// The differences between versions of Bundler in the lock that they write.
///
/// Sources: the changes "Fix triple spacing when generating lockfile" (9076), "Hide patchlevel from
/// lockfile" (7772), "Lock the checksum of Bundler itself" (9366) and "Preserve the locked Bundler
/// checksum" (9658) of ruby/rubygems, and Bundler 4.0's upgrade notes. Releases of 4.0 that are newer
/// than 4.0.22 count as 4.0.22; Bundler 4.1 and newer are refused, because they can change anything.
struct LockDialect: Hashable, Sendable {
  private let bundler: GemVersion

  init(bundler: GemVersion) {
    self.bundler = bundler
  }

  /// Whether the rules of this Bundler's resolver and lock are known here.
  ///
  /// Older ones choose other versions or other variants. Of 120 recorded cases Bundler 2.6.2
  /// answers 12 otherwise, of 90 Bundler 2.5.23 answers 8.
  var isModeled: Bool {
    guard !bundler.isPrerelease else { return false }
    return isAtLeast("2.5.0") && !isAtLeast("3") || isAtLeast("4.0.0") && !isAtLeast("4.1")
  }

  /// Whether it is a release of the series 2 before those whose rules are known.
  ///
  /// If the operator opts in, its locks are written by the rules of a later release.
  var isOld: Bool { isAtLeast("2.0.0") && !isAtLeast("2.5.0") }

  /// Whether a locked variant of a gem comes before better ones, and variants with the same needs are
  /// one candidate with the generic one.
  ///
  /// Since 2.5.16: "Fix generic platform gems getting incorrectly removed from lockfile" (7833).
  var joinsVariants: Bool { isAtLeast("2.5.16") }

  /// Whether the variants for all platforms of the lock are added after the resolution.
  ///
  /// Since 2.5.4: "Fix resolution when different platform specific gems have different dependencies"
  /// (7324). Until 2.5.15; then `joinsVariants` replaced it.
  var completesPlatforms: Bool { isAtLeast("2.5.4") && !isAtLeast("2.5.16") }

  /// Whether a lock with another platform that this machine matches is resolved for the machine too.
  ///
  /// Since 2.5.12: "Fix slow and incorrect resolution when adding `sorbet` to a Gemfile and the lockfile
  /// only includes "RUBY" in the platforms section" (7731).
  var resolvesForMachine: Bool { isAtLeast("2.5.12") }

  /// Whether such a lock is resolved in any case.
  ///
  /// Until 2.5.12: "Make sure to not re-resolve when a not fully specific local platform is locked" (7751).
  var resolvesForMachineAlways: Bool { !isAtLeast("2.5.13") }

  /// Whether this machine's platform replaces the generic one, if the lock isn't complete for it.
  ///
  /// Until 2.5.11: the same change (7731) removed it.
  var replacesGenericPlatform: Bool { !isAtLeast("2.5.12") }

  /// Whether a lock in which gems don't meet each other's requirements keeps all its platforms.
  ///
  /// Since 2.5.14: "Fix `bundle update <gem_name>` edge case" (7770).
  var keepsPlatformsOfInvalidLocks: Bool { isAtLeast("2.5.14") }

  /// Whether a named gem gets the version that it would get if all gems were updated.
  ///
  /// Since 2.5.10: "Make sure `bundle update <specific_gems>` can always update to the latest resolvable
  /// version of each requested gem" (7558).
  var findsNewestFirst: Bool { isAtLeast("2.5.10") }

  /// Whether an update of named gems also compares the requirements of the Gemfile with the lock.
  ///
  /// Since 2.5.10: "Fix `bundle update` not working on an out of sync lockfile" (7607).
  var comparesDuringUpdates: Bool { isAtLeast("2.5.10") }

  /// Whether a platform replaces this machine's in a new lock only if both match each other.
  ///
  /// Since 2.5.10: "Fix issue installing gems with linux-musl variant on non musl linux" (7583).
  var comparesMachineBothWays: Bool { isAtLeast("2.5.10") }

  /// Whether, before that, the machine's platform had to match the other one instead of the reverse.
  ///
  /// Since 2.5.6: "Fix musl platform not being added to the lockfile" (7441).
  var comparesFromMachine: Bool { isAtLeast("2.5.6") }

  /// Whether a variant counts for another platform only if the set meets its needs.
  ///
  /// Since 2.5.2: "Fix incorrect lockfiles being generated in some situations" (7307).
  var provesVariants: Bool { isAtLeast("2.5.2") }

  /// Whether what an updated gem needs keeps its version, and gems of repositories need what their
  /// gemspecs say.
  ///
  /// Since 2.6.0: "Fix installs of subdependencies of unlocked dependencies to be conservative"
  /// (8281), "Fix issue with git gems locking incorrect specs sometimes" (8269).
  var keepsNeedsOfUpdated: Bool { isAtLeast("2.6.0") }

  /// The number of gems in a conflict for which the order is known in which they are unlocked, if a named
  /// gem conflicts with kept ones.
  ///
  /// All since 2.6.4. Measured: `bundle lock --update actionpack` in a lock of Rails leaves it at its version
  /// until 2.6.2, and moves all of Rails with 2.6.9 and 2.7.2. Before, small conflicts were measured with
  /// 2.5.22 and 2.6.2 only.
  var knownConflict: Int {
    if isAtLeast("2.6.4") { return .max }
    return isAtLeast("2.5.16") ? 6 : 0
  }

  /// Whether `bundle lock --add-checksums` exists.
  ///
  /// Since 2.6.0: (8214).
  var canAddChecksums: Bool { isAtLeast("2.6.0") }

  /// Whether variants of chosen versions stay in the lock although no platform of it needs them.
  ///
  /// Since 2.6.3: "Fix platform specific gems sometimes being removed from the lockfile" (8401).
  var keepsLockedVariants: Bool { isAtLeast("2.6.3") }

  /// Whether the locked version decides if a dependency of the Gemfile has changed, and is the lower
  /// bound of every other locked gem.
  ///
  /// Before, a changed requirement was a change, kept gems were pinned, and only gems that are
  /// neither kept nor updated had a lower bound. An empty list of updates unlocked every gem.
  /// Since 2.6.4: "Fix regression when running `bundle update <foo>` would sometimes downgrade a top
  /// level dependency" (8491).
  var boundsByLock: Bool { isAtLeast("2.6.4") }

  /// Whether a gem that a conflict unlocks keeps its locked version if possible.
  ///
  /// Before, it moved to the newest version, unless the update had a level (`--patch`, `--minor`).
  /// Since 2.6.4: the same change (8491) removed the exception of `GemVersionPromoter`.
  var prefersLocked: Bool { isAtLeast("2.6.4") }

  /// Whether each kind of MinGW is a generic platform of its own.
  ///
  /// Until 2.6.3: "Consider gems under `platform: :windows` filter in Gemfile when running on Windows
  /// with ARM architecture" (8428).
  var splitsMingw: Bool { !isAtLeast("2.6.4") }

  /// Whether Bundler replaces RubyGems' comparison of platforms by that of RubyGems 3.3.23.
  ///
  /// Until 2.6.9: "Move most of `Bundler::GemHelpers` to `Gem::Platform`" (8703) removed it.
  var patchesPlatforms: Bool { !isAtLeast("2.7.0") }

  /// Whether a platform of the lock covers this machine if the machine's platform matches it.
  ///
  /// Before, the platform of the lock had to match the machine's: `musl` doesn't match plain Linux.
  /// Since 2.6.5: "Fix lockfile platforms inconveniently added on JRuby" (8494).
  var matchesFromMachine: Bool { isAtLeast("2.6.5") }

  /// Whether a gem without a digest in `CHECKSUMS` makes Bundler resolve, and platforms whose gems
  /// are complete after the resolution are added again.
  ///
  /// Since 2.6.7: "Refuse to install and print an error in frozen mode if some entries are missing in
  /// CHECKSUMS lockfile section" (8563), "Fix lockfile when a gem ends up accidentally under two
  /// different sources" (8579).
  var repairsLocks: Bool { isAtLeast("2.6.7") }

  /// Whether this machine's platform stays in a new lock beside a matching one.
  ///
  /// Since 2.6.8.
  var keepsAddedMachine: Bool { isAtLeast("2.6.8") }

  /// Whether an added platform must have a variant of every gem.
  ///
  /// Since 2.6.9: "Fix `bundle lock` sometimes allowing invalid platforms into the lockfile" (8630).
  var requiresCompletePlatforms: Bool { isAtLeast("2.6.9") }

  /// Whether the search for an update's newest versions keeps gems from going back.
  ///
  /// Until 2.7.2: "Fix `bundle update foo` unable to update foo in an edge case" (8897).
  var boundsFullUpdates: Bool { !isAtLeast("2.7.2") }

  /// Whether the platform `x64-mingw32` becomes `x64-mingw-ucrt`.
  ///
  /// Since 2.7.0: "Deprecate x64-mingw32 legacy Windows platform in favor of x64-mingw-ucrt".
  var replacesLegacyWindows: Bool { isAtLeast("2.7.0") }

  /// Whether Bundler 4's stricter rules for sources hold.
  var isFour: Bool { isAtLeast("4") }

  /// The indentation of the values of `RUBY VERSION` and `BUNDLED WITH`.
  var indent: String { isFour ? "  " : "   " }

  /// Whether `RUBY VERSION` ends in the patch level: `ruby 3.1.2p20`.
  var hasPatchLevel: Bool { !isFour }

  /// Whether a new lock has `CHECKSUMS`.
  var addsChecksums: Bool { isFour }

  /// Whether `CHECKSUMS` keeps the line of Bundler itself.
  ///
  /// A Bundler that was installed as a gem adds the line, one that came with Ruby doesn't. So the
  /// line is kept where it is and never added.
  var keepsOwnChecksum: Bool { isAtLeast("4.0.11") }

  private func isAtLeast(_ version: String) -> Bool {
    GemVersion(version).map { $0 <= bundler } ?? false
  }
}

extension Lockfile {
  /// The dialect of the Bundler in `BUNDLED WITH`; without the section, that of Bundler 2.
  var dialect: LockDialect {
    LockDialect(bundler: bundledWith.flatMap { GemVersion($0) } ?? .zero)
  }

  /// The line of Bundler itself in `CHECKSUMS`.
  var ownChecksumName: String? { bundledWith.map { "bundler (\($0))" } }
}
