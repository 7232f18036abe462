import Ecosystem
import SwiftSources

/// The releases and manifests of the packages of a graph that were fetched so far.
struct Metadata: Sendable {
  /// Identifies a document.
  enum Need: Hashable, Sendable {
    /// The versions and branches of a package.
    case releases(PackageReference)
    /// The manifest of a package at a commit, or at a version of a registry.
    case manifest(PackageReference, commit: String)
  }

  /// A package's versions, and for a repository its branches and tags by name.
  struct Releases: Hashable, Sendable {
    var versions: TaggedVersions
    var branches: [String: String] = [:]
    var tags: [String: String] = [:]
    /// The objects by which tags are dated, by tag.
    var datedTags: [String: String] = [:]
    /// The commit of the default branch.
    var head: String?
  }

  /// The manifest at a commit.
  enum Declaration: Hashable, Sendable {
    case manifest(PackageManifest)
    /// The manifest needs other tools; SwiftPM skips such a version.
    case unfit(ToolsVersion)
    /// The manifest can't be evaluated; a resolution that needs it fails with this problem.
    case broken(Problem)
  }

  private struct Key: Hashable {
    var identity: PackageIdentity
    var commit: String
  }

  private var releases: [PackageIdentity: Releases] = [:]
  private var declarations: [Key: Declaration] = [:]

  /// Creates empty metadata.
  init() {}

  /// Returns the releases of a package; nil if they weren't fetched.
  func releases(of package: PackageReference) -> Releases? { releases[package.identity] }

  /// Returns the manifest of a package at a commit; nil if it wasn't fetched.
  func declaration(of package: PackageReference, at commit: String) -> Declaration? {
    declarations[Key(identity: package.identity, commit: commit)]
  }

  /// Whether a document was fetched.
  func knows(_ need: Need) -> Bool {
    switch need {
    case .releases(let package): releases(of: package) != nil
    case .manifest(let package, let commit): declaration(of: package, at: commit) != nil
    }
  }

  /// Adds the releases of a package.
  mutating func add(_ found: Releases, of package: PackageReference) {
    releases[package.identity] = found
  }

  /// Adds the manifest at a commit.
  mutating func add(_ found: Declaration, of package: PackageReference, at commit: String) {
    declarations[Key(identity: package.identity, commit: commit)] = found
  }
}

extension Metadata.Releases {
  /// Returns the commit of a branch or revision, as `git rev-parse` does: tags precede branches.
  func commit(named name: String) -> String? {
    if name.utf8.count == 40, name.allSatisfy(\.isHexDigit) { return name.lowercased() }
    return tags[name] ?? branches[name]
  }
}
