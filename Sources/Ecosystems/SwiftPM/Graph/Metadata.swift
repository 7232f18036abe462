import Ecosystem

/// All that is known of the packages of a graph so far.
struct Metadata: Sendable {
  /// A piece of it that can be looked up.
  enum Need: Hashable, Sendable {
    /// Which versions and branches a package has.
    case releases(PackageReference)
    /// What a package declares at a commit, or at a version of a registry.
    case manifest(PackageReference, commit: String)
  }

  /// A package's versions, and for a repository its branches and tags by name.
  struct Releases: Hashable, Sendable {
    var versions: TaggedVersions
    var branches: [String: String] = [:]
    var tags: [String: String] = [:]
    /// The commit of the default branch.
    var head: String?
  }

  /// What stands at a commit.
  enum Declaration: Hashable, Sendable {
    case manifest(PackageManifest)
    /// The manifest asks for tools that are not these; SwiftPM passes such a version over.
    case unfit(ToolsVersion)
    /// It should be read and cannot: as soon as it is needed, resolution ends with this.
    case broken(Problem)
  }

  private struct Key: Hashable {
    var identity: PackageIdentity
    var commit: String
  }

  private var releases: [PackageIdentity: Releases] = [:]
  private var declarations: [Key: Declaration] = [:]

  /// How many packages and how many manifests are known.
  var counts: (packages: Int, manifests: Int) { (releases.count, declarations.count) }

  /// Starts with nothing.
  init() {}

  /// What is known of a package's releases.
  func releases(of package: PackageReference) -> Releases? { releases[package.identity] }

  /// What is known to stand at a commit of a package.
  func declaration(of package: PackageReference, at commit: String) -> Declaration? {
    declarations[Key(identity: package.identity, commit: commit)]
  }

  /// Whether a need is met.
  func knows(_ need: Need) -> Bool {
    switch need {
    case .releases(let package): releases(of: package) != nil
    case .manifest(let package, let commit): declaration(of: package, at: commit) != nil
    }
  }

  /// Takes in a package's releases.
  mutating func add(_ found: Releases, of package: PackageReference) {
    releases[package.identity] = found
  }

  /// Takes in what stands at a commit.
  mutating func add(_ found: Declaration, of package: PackageReference, at commit: String) {
    declarations[Key(identity: package.identity, commit: commit)] = found
  }
}

extension Metadata.Releases {
  /// The commit that a branch or revision names, as `git rev-parse` finds it: tags before branches.
  func commit(named name: String) -> String? {
    if name.utf8.count == 40, name.allSatisfy(\.isHexDigit) { return name.lowercased() }
    return tags[name] ?? branches[name]
  }
}
