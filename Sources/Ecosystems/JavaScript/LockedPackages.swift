package import Ecosystem

/// The versions in a lock by folder.
package struct LockedPackages {
  private var versions: [String: String] = [:]
  private var byName: [String: [String]] = [:]
  private var byRequirement: [String: String] = [:]
  private var development: Set<String> = []
  /// The versions of all copies by the folder's name, then by the registry's name.
  private var held: [String: [String: Set<String>]] = [:]

  /// Creates an empty list, for a project without a lock.
  package init() {}

  /// Adds a copy of a package.
  ///
  /// - Parameters:
  ///   - location: the folder of the copy: `node_modules/a/node_modules/b`.
  ///   - package: the registry's name; for an alias it differs from the folder's.
  ///   - version: empty if the lock has none.
  ///   - isDevelopment: whether the copy is needed for development alone.
  package mutating func add(
    at location: String, _ package: String, version: String, isDevelopment: Bool
  ) {
    guard let name = Paths.folderName(of: location) else { return }
    versions[location] = version
    byName[name, default: []].append(location)
    if !version.isEmpty { held[name, default: [:]][package, default: []].insert(version) }
    if isDevelopment { development.insert(location) }
  }

  /// Adds the version for a requirement, from a lock that is not a tree.
  ///
  /// - Parameters:
  ///   - name: the name that depends on the package.
  ///   - wanted: the requirement.
  ///   - package: the registry's name; nil: the one in the requirement if it is an alias.
  ///   - version: the version in the lock.
  ///   - isDevelopment: whether the copy is needed for development alone.
  package mutating func add(
    _ name: String, wanted: String, package: String? = nil, version: String,
    isDevelopment: Bool = false
  ) {
    byRequirement["\(name)@\(wanted)"] = version
    let package = package ?? PackageSpec(wanted).aliasedName ?? name
    held[name, default: [:]][package, default: []].insert(version)
    let location = "node_modules/" + name
    if versions[location] == nil {
      versions[location] = version
      byName[name, default: []].append(location)
      if isDevelopment { development.insert(location) }
    }
  }

  /// The names of all package folders.
  package var names: [String] { Array(byName.keys) }

  /// Returns the version to which a name resolves in a folder, else that of the least nested copy.
  package func version(of name: String, below folder: String, wanted: String = "") -> String? {
    if let version = byRequirement["\(name)@\(wanted)"] { return version }
    let own = folder.isEmpty ? "" : folder + "/"
    if let version = versions[own + "node_modules/" + name] { return version }
    if let version = versions["node_modules/" + name] { return version }
    return byName[name]?.min { $0.utf8.count < $1.utf8.count }.flatMap { versions[$0] }
  }

  /// Returns the registry's names of the packages in folders of a name; they differ for aliases.
  ///
  /// The name itself comes first if it is one of them.
  package func packages(of name: String) -> [String] {
    let others = (held[name] ?? [:]).keys.filter { $0 != name }.sorted()
    return held[name]?[name] == nil ? others : [name] + others
  }

  /// Returns the versions of all copies of a package in folders of a name, oldest first.
  ///
  /// Texts that are not versions come last.
  package func versions(of name: String, package: String) -> [String] {
    let all = (held[name]?[package] ?? []).sorted()
    let read = all.compactMap { text in Version(text, loose: true).map { (text, $0) } }
    return read.sorted { $0.1 < $1.1 }.map(\.0) + all.filter { Version($0, loose: true) == nil }
  }

  /// Whether all copies are needed for development alone.
  package func group(of name: String) -> Dependency.Group {
    byName[name]?.allSatisfy(development.contains) == true ? .development : .production
  }
}
