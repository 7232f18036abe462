import Ecosystem
import JSON
import JavaScript

/// The task of a resolution for Yarn 1.
struct ClassicInput {
  /// The command whose result is computed.
  enum Aim: Hashable {
    /// `yarn install`; the patterns of the named packages are removed from the lock first.
    case install(forgetting: Set<String> = [])
    /// `yarn upgrade NAME`, for direct dependencies of the root.
    case upgrade(Set<String>)
    /// `yarn upgrade`, and a lock from nothing.
    case fresh
  }

  /// A member of a workspace.
  struct Member {
    /// The folder below the project.
    var folder: String
    var manifest: ClassicManifest
  }

  var root: ClassicManifest
  var resolutions: ClassicResolutions
  /// Whether the root has workspaces, possibly none that exist.
  var hasWorkspaces = false
  var members: [Member] = []
  var lock: ClassicLock?
  var aim = Aim.install()
  var preference = VersionPreference()
  var engines = Engines()
  /// Whether tarballs of npm's registry are fetched from Yarn's host.
  var usesYarnRegistry = true
  /// The location of the manifest, for refusals.
  var manifest: Document
}

/// What a resolution for Yarn 1 asks for.
enum ClassicNeed: Hashable, Sendable, CustomStringConvertible {
  /// The document of a package.
  case packument(String)
  /// The `package.json` of a folder below the project.
  case folder(String)

  var description: String {
    switch self {
    case .packument(let name): name
    case .folder(let path): path
    }
  }
}

/// The answer to a `ClassicNeed`.
enum ClassicFinding: Sendable {
  case packument(Result<Packument, LookUpFailure>)
  /// The manifest; nil if the folder has none.
  case folder(Document?)
}
