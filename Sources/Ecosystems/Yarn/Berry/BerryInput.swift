import Ecosystem
import JSON
import JavaScript
import Time

/// The task of a resolution for Yarn 3 and 4.
struct BerryInput {
  /// What of the lock is resolved again.
  enum Aim: Hashable {
    /// `yarn install`.
    case install
    /// `yarn up -R NAME`: all ranges of the named packages.
    case up(Set<String>)
    /// `yarn up -R '**'`.
    case upAll
    /// Ignores the lock.
    case fresh
  }

  /// A folder of the workspace.
  struct Member {
    /// The folder below the project; `.` for the root.
    var folder: String
    /// Nil if the manifest has none.
    var version: String?
    var package: BerryPackage
  }

  /// A rule of `resolutions`.
  struct Override {
    /// The package that asks; nil for any.
    var from: (name: String, reference: String?)?
    var name: String
    /// The asked range; nil for any.
    var range: String?
    var replacement: String
  }

  var yarn: Version
  /// The members, the root first, then by folder.
  var members: [Member] = []
  var overrides: [Override] = []
  var catalogs = BerryCatalogs()
  var extensions: BerryExtensions
  var isTransparent = true
  var lock: BerryLock?
  var aim = Aim.install
  var preference = VersionPreference()
  var engines = Engines()
  var age = BerryAge()
  /// The current time, which the ages of releases are compared with.
  var now: Timestamp
  var settings: Settings

  /// The version that the lock has for a descriptor.
  func lockedVersion(of descriptor: Pattern) -> String? {
    lock?.entries.first { $0.descriptors.contains(descriptor) }?.package.version
  }

  /// Whether packages that only some platforms need lose the checksums that the lock has for them.
  ///
  /// `yarn up` of Yarn 3 fetches all packages in spite of `--mode=update-lockfile`; measured with 3.8.7.
  /// Its `install` and Yarn 4.9.2 and 4.18.0 keep them.
  var dropsConditionalChecksums: Bool {
    switch aim {
    case .up, .upAll: yarn.major == 3
    case .install, .fresh: false
    }
  }

  /// Whether dependencies in locks have their protocol: `npm:^1.0.0`.
  var writesProtocol: Bool { yarn.major > 3 }
}

/// What a resolution for Yarn 3 and 4 asks for.
enum BerryNeed: Hashable, Sendable, CustomStringConvertible {
  /// The full document of a package.
  case packument(String)
  /// The `package.json` of a folder below the project.
  case folder(String)
  /// The built-in patch of a package.
  case patch(String)

  var description: String {
    switch self {
    case .packument(let name), .patch(let name): name
    case .folder(let path): path
    }
  }
}

/// The answer to a `BerryNeed`.
enum BerryFinding: Sendable {
  case packument(Result<Packument, LookUpFailure>)
  /// The manifest; nil if the folder has none.
  case folder(Document?)
  /// The patch as far as the lock proves it, else the reason.
  case patch(Result<ProvenPatch, Problem>)
}
