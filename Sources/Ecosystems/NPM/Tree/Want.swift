/// A document that a build needs to continue.
enum Want: Hashable, Sendable, CustomStringConvertible {
  /// A registry's document on a package, in full or abbreviated.
  case packument(name: String, full: Bool)
  /// The `package.json` of a folder, by its absolute path in the tree.
  case folder(String)

  /// The name of the package, or the path of the folder.
  var description: String {
    switch self {
    case .packument(let name, _): name
    case .folder(let path): path
    }
  }
}

/// Why a build stops in the middle of a step.
enum Interruption: Error {
  /// Something has to be fetched; the step starts again afterwards.
  case wants([Want])
  /// No tree meets all wishes.
  case conflict(PeerConflict)
  /// See the arena's problem.
  case refused
}

/// What registries and folders say, as far as it is known yet.
protocol Knowledge: AnyObject {
  /// The package that a registry has for a spec; nil where its document is not known yet.
  func manifest(_ name: String, _ spec: String, full: Bool) -> Result<Package, LoadFailure>?

  /// The manifest in a folder; nil where it is not known yet, an empty one where there is none.
  func folder(_ path: String) -> Package?
}
