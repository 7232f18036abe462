import Ecosystem
import SwiftSources
import Text

/// All that the tree says of one project: manifests, their dependencies, and the lock.
struct Contents: Sendable {
  /// A dependency and the file that declares it.
  struct Declaration: Hashable, Sendable {
    var dependency: PackageDependency
    var text: SourceText
    /// Whether only tests use it.
    var isDevelopment = false
  }

  var project: Project
  var roots: [Inputs.Local] = []
  /// The folders of the packages in the tree that belong to the project.
  var folders: Set<String> = []
  /// Packages of folders that roots depend on.
  var locals: [PackageIdentity: Inputs.Local] = [:]
  /// Those of an Xcode project itself.
  var projectDependencies: [PackageDependency] = []
  /// The targets that link products, outside of the packages.
  var consumers: [Consumer] = []
  /// Every place that names a dependency, in all variants of the manifests.
  var declarations: [Declaration] = []
  /// The same dependencies once more, in code that is not run for these tools: edited alike.
  var alternatives: [Declaration] = []
  /// Manifests for other tools that cannot be read, and why: no requirement is edited beside them.
  var unread: [Problem] = []
  var registries = Registries()
  var mirrors = LocationMirrors()
  /// Whether Xcode writes the lock, in its present format.
  var isXcode = false
  /// Whether the repository keeps the lock; it doesn't if it ignores a generated project.
  var writesLock = true
  /// What the origin hash is made of.
  var originManifests: [[UInt8]] = []
  var originLocations: [String] = []
  var lockPath: String
  var lockText: SourceText?
  var lock: ResolvedFile? {
    didSet { pins = Dictionary((lock?.pins ?? []).map { ($0.identity, $0) }) { first, _ in first } }
  }
  /// The pins of the lock.
  private(set) var pins: [PackageIdentity: Pin] = [:]

  var originHash: String { OriginHash.of(manifests: originManifests, locations: originLocations) }

  /// Reads manifests as the tool does that writes the lock: Xcode runs on macOS only.
  func reader(tools: ToolsVersion) -> ManifestReader {
    ManifestReader(tools: tools, system: isXcode ? "macOS" : "Linux")
  }

  /// The format that SwiftPM would write.
  func format(tools: ToolsVersion) -> ResolvedFile.Format {
    if isXcode { return lock?.format ?? .three }
    return ResolvedFile.Format(tools: roots.map(\.manifest.tools).min() ?? tools)
  }

  func inputs(pins: [PackageIdentity: Pin]) -> Inputs {
    var inputs = Inputs(
      roots: roots, locals: locals, dependencies: projectDependencies,
      pins: pins.mapValues { $0.located(mirrors.mirror) })
    inputs.spellings = Dictionary(
      projectDependencies.map { ($0.identity, $0.location) }
    ) { first, _ in first }
    return inputs
  }

  /// The declaration that counts for a package, among those of the chosen manifests.
  func declaration(of identity: PackageIdentity) -> Declaration? {
    declarations.first { $0.dependency.identity == identity }
  }
}
