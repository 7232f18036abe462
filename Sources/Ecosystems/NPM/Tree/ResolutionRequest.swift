/// A document that a build needs to continue.
enum ResolutionRequest: Hashable, Sendable, CustomStringConvertible {
  /// A registry's document of a package, full or abbreviated.
  case packument(name: String, full: Bool)
  /// The `package.json` of a folder, by the folder's absolute path in the tree.
  case folder(String)
  /// The tarball of a package that bundles others, with the digest that it must have.
  case tarball(url: String, integrity: String?)

  /// The name of the package, the path of the folder, or the URL.
  var description: String {
    switch self {
    case .packument(let name, _): name
    case .folder(let path): path
    case .tarball(let url, _): url
    }
  }
}

/// The reason why a build stops in the middle of a step.
enum Interruption: Error {
  /// Data is missing; the step is repeated once it is known.
  case needs([ResolutionRequest])
  /// No tree satisfies all dependencies.
  case conflict(PeerConflict)
  /// The arena's problem has the reason.
  case refused
}

/// The known data of registries and folders.
protocol Knowledge: AnyObject {
  /// Returns a registry's package for a spec; nil if its document is not known yet.
  func manifest(_ name: String, _ spec: String, full: Bool) -> Result<Package, LoadFailure>?

  /// Returns the manifest in a folder; nil if it is not known yet, `isMissing` without a manifest.
  func folder(_ path: String) -> Package?

  /// Returns what a tarball bundles; nil if it is not known yet.
  func bundle(_ request: ResolutionRequest) -> BundledPackages?
}
