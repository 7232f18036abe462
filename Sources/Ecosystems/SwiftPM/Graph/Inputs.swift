import Ecosystem

/// What a resolution starts from.
struct Inputs: Sendable {
  /// A package that is resolved for itself, or one of a folder that such a package names.
  struct Local: Hashable, Sendable {
    var reference: PackageReference
    var manifest: PackageManifest
  }

  /// The packages that are resolved together; SwiftPM has one, an Xcode project its local packages.
  var roots: [Local]
  /// The packages of folders that roots depend on, by identity.
  var locals: [PackageIdentity: Local]
  /// Dependencies that no manifest declares: those of an Xcode project.
  var dependencies: [PackageDependency]
  /// The preferred versions: the pins that stay.
  var pins: [PackageIdentity: Pin]
  /// How an Xcode project itself writes the locations of packages.
  var spellings: [PackageIdentity: String] = [:]
  /// Whether a release whose manifest cannot be read is left out; otherwise it is an error.
  var holdsBackUnreadable = false

  /// Gathers the parts.
  init(
    roots: [Local], locals: [PackageIdentity: Local] = [:], dependencies: [PackageDependency] = [],
    pins: [PackageIdentity: Pin] = [:]
  ) {
    self.roots = roots
    self.locals = locals
    self.dependencies = dependencies
    self.pins = pins
  }
}

/// A demand of some package on another.
struct Demand: Hashable, Sendable {
  var package: PackageReference
  /// Nil means the present content of the folder.
  var requirement: Requirement?
  var traits: Set<String>
  /// Who demands it.
  var from: PackageReference

  var isUnversioned: Bool { requirement == nil }
}

/// Packages that no version is chosen for: folders of the tree, branches and commits.
struct Overrides: Sendable {
  /// The version, branch or folder that is used for a package.
  enum State: Hashable, Sendable {
    case folder
    case revision(commit: String, branch: String?)
  }

  /// In order of discovery.
  var states: [(package: PackageReference, state: State)] = []
  /// The demands for versions that they and the roots make, in SwiftPM's order.
  var demands: [Demand] = []

  func state(of package: PackageReference) -> State? {
    states.first { $0.package == package }?.state
  }
}
