package import Ecosystem
import JSON
import Text

/// The requirements of a project's manifests, from which its direct dependencies are made.
///
/// A name can be required in several manifests. Requirements whose locked versions have the same major
/// version form one dependency, because one update can serve all of them. Requirements of another
/// major version form a dependency of their own, so that rules and pull requests decide about each:
///
///     package.json             react ^18.2.0, locked at 18.2.0     react
///     packages/a/package.json  react ^18.0.0, locked at 18.2.0     react
///     packages/b/package.json  react ^16.0.0, locked at 16.14.0    react@16
package struct DirectRequirements: Sendable {
  /// A requirement, with the rest of what its manifest says.
  package struct Entry: Sendable {
    /// The name in the manifest.
    package var name: String
    /// The requirement.
    package var requirement: Requirement
    /// Whether only development needs it.
    package var isDevelopment: Bool
    /// Whether it is asked of those who install the package, as `peerDependencies` does.
    package var isPeer: Bool
    /// Why it can't be updated.
    package var problem: Problem?
    /// Whether it comes from a place without releases.
    package var isExternal = false
    /// The position of the locked package that it resolves to.
    var copy: Int?

    /// Describes a requirement.
    package init(
      _ name: String, _ requirement: Requirement, isDevelopment: Bool = false,
      isPeer: Bool = false, problem: Problem? = nil
    ) {
      self.name = name
      self.requirement = requirement
      self.isDevelopment = isDevelopment
      self.isPeer = isPeer
      self.problem = problem
    }

    /// The registry's name of the package if the requirement is an alias.
    var registryName: String? { PackageSpec(requirement.text).aliasedName }
  }

  private var byName: [String: [Entry]] = [:]

  /// Creates an empty list.
  package init() {}

  /// Adds a requirement; the root's come first, then those of the members in their order.
  package mutating func add(_ entry: Entry) { byName[entry.name, default: []].append(entry) }

  /// Whether a manifest requires a name.
  package func contains(_ name: String) -> Bool { byName[name] != nil }

  /// Returns the registry's names of the packages that the manifests require under a name, in the
  /// order of the manifests; they differ for aliases.
  package func packages(of name: String) -> [String] {
    (byName[name] ?? []).map { $0.registryName ?? name }
  }

  /// Returns the locked versions that the requirements of a name resolve to.
  package func versions(of name: String) -> Set<String> {
    Set((byName[name] ?? []).compactMap(\.requirement.locked))
  }

  /// Returns the locked version that the first requirement of a name resolves to.
  func version(of name: String) -> String? {
    byName[name]?.lazy.compactMap(\.requirement.locked).first
  }

  /// All requirements by name.
  var all: [String: [Entry]] { byName }

  /// Returns the requirements of a name that decide about its version.
  ///
  /// A range of `peerDependencies` decides only if no other section has the name: it is a promise to
  /// others about the versions that they may install.
  package func entries(of name: String) -> [Entry] {
    let all = byName[name] ?? []
    let own = all.filter { !$0.isPeer }
    return own.isEmpty ? all : own
  }

  /// Returns the dependencies of some names, sorted by name; of one name the first manifest's comes
  /// first.
  package func dependencies(
    where isWanted: (_ name: String) -> Bool = { _ in true }
  ) -> [Dependency] {
    byName.keys.filter(isWanted).sorted().flatMap { name in
      let entries = entries(of: name)
      let group: Dependency.Group =
        entries.allSatisfy(\.isDevelopment) ? .development : .production
      return lines(of: entries).enumerated().map { index, line in
        dependency(name, line.entries, group: group, line: index == 0 ? nil : line.name)
      }
    }
  }

  /// A major version with its requirements.
  private struct Line {
    var name: String?
    var entries: [Entry]
  }

  private func lines(of entries: [Entry]) -> [Line] {
    var lines: [Line] = []
    for entry in entries {
      let name = entry.line
      // A requirement without a version, such as a tag that isn't locked, has no line of its own.
      let index = lines.firstIndex { $0.name == name } ?? (name == nil ? lines.indices.first : nil)
      if let index {
        lines[index].entries.append(entry)
      } else {
        lines.append(Line(name: name, entries: [entry]))
      }
    }
    if lines.count > 1, lines[0].name == nil {
      lines[1].entries.insert(contentsOf: lines[0].entries, at: 0)
      lines.removeFirst()
    }
    return lines
  }

  /// Makes a dependency, whose requirement and version are those of the oldest locked version.
  private func dependency(
    _ name: String, _ entries: [Entry], group: Dependency.Group, line: String?
  ) -> Dependency {
    let locked = entries.compactMap { entry in entry.lockedVersion.map { (entry, $0) } }
    let oldest = locked.min { $0.1 < $1.1 }?.0 ?? entries[0]
    var dependency = Dependency(
      name: name, kind: .direct, group: group, requirement: oldest.requirement.text,
      current: oldest.requirement.locked, location: oldest.requirement.location)
    dependency.problem = oldest.problem
    dependency.isExternal = oldest.problem != nil && oldest.isExternal
    dependency.registryName = oldest.registryName
    dependency.requirements = entries.map(\.requirement)
    dependency.line = line
    return dependency
  }
}

extension ManifestDependency {
  /// Combines the dependency with its locked version.
  ///
  /// - Parameters:
  ///   - manifest: the manifest that contains it.
  ///   - text: its requirement; that of a catalog if it refers to one.
  ///   - locked: the version that it resolves to; nil without a lock.
  /// - Returns: the requirement.
  package func direct(
    in manifest: ManifestFile, text: String, locked: String?
  ) -> DirectRequirements.Entry {
    var entry = DirectRequirements.Entry(
      name,
      Requirement(
        manifest: manifest.path, section: section, text: text, locked: locked,
        location: requirement.location),
      isDevelopment: isDevelopment, isPeer: section == "peerDependencies", problem: problem)
    entry.isExternal = isExternal
    return entry
  }
}

extension DirectRequirements.Entry {
  fileprivate var lockedVersion: Version? {
    requirement.locked.flatMap { Version($0, loose: true) }
  }

  /// The major version that it is locked at, else that of its lower bound, after an alias's package.
  fileprivate var line: String? {
    if problem != nil { return "unsupported" }
    guard let version = lockedVersion ?? PackageSpec(requirement.text).lowerBound else {
      return registryName.map { "npm:\($0)" }
    }
    return (registryName.map { "npm:\($0)@" } ?? "") + "\(version.major)"
  }
}

extension PackageSpec {
  /// The highest version below which an alternative of the range admits none; nil without a bound.
  fileprivate var lowerBound: Version? {
    switch unaliased {
    case .version(let version): version
    case .range(let range):
      range.alternatives.compactMap { comparators in
        comparators.filter { !$0.isAny && ($0.relation == .equal || $0.relation.isLower) }
          .map(\.version).max()
      }.max()
    default: nil
    }
  }
}

extension [Dependency] {
  /// Adds to each dependency the locked versions that no requirement of its name resolves to, and its
  /// own further ones.
  ///
  /// - Parameter versions: returns all locked versions of a name and a registry's name, oldest first.
  /// - Returns: the dependencies, in the same order.
  package func addingCopies(_ versions: (_ name: String, _ package: String) -> [String]) -> Self {
    var claimed: [String: Set<String>] = [:]
    for dependency in self {
      claimed[dependency.name, default: []].formUnion(dependency.requirements.compactMap(\.locked))
    }
    return map { dependency in
      var dependency = dependency
      let own = Set(dependency.requirements.compactMap(\.locked))
      let claimed = claimed[dependency.name] ?? []
      dependency.copies = versions(
        dependency.name, dependency.registryName ?? dependency.name
      ).filter { version in
        guard version != dependency.current else { return false }
        return own.contains(version) || dependency.line == nil && !claimed.contains(version)
      }
      return dependency
    }
  }
}
