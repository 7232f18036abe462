import Ecosystem
import Git
import Text
import Versioning

extension PodProject {
  /// The repositories of specs of the Podfile; trunk if it names none.
  var repositories: [SpecRepository] {
    get throws(Problem) {
      let dependencies = try podfile.dependencies
      let own = dependencies.compactMap(\.repository)
      if !own.isEmpty, own.count == dependencies.count {
        return own.map { SpecRepository($0) }.uniqued()
      }
      let named = podfile.sources.isEmpty ? ["trunk"] : podfile.sources
      return (named + own).map { SpecRepository($0) }.uniqued()
    }
  }

  /// Lists the versions in the repositories of specs, or the tags of a repository that a line names.
  ///
  /// Returns nothing for folders, commits and single podspecs, also those that only the lock has, as
  /// with React Native's functions; for a branch the head.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    if let external = externalSource(of: dependency) {
      return try await releases(of: dependency, external)
    }
    let lines = declared.filter { $0.dependency.root == dependency.name }
    let need = lines.first?.dependency ?? PodDependency(dependency.name)
    let (found, metadata) = try await catalog(of: need)
    let bounds = bounds(on: dependency.name)
    let current = dependency.current.flatMap { PodVersion($0) }
    let wantsPrereleases = bounds.contains(where: \.isPrerelease) || current?.isPrerelease == true
    let newer = found.filter { version, _ in current.map { $0 < version } ?? true }
    let held = try await heldBack(newer, of: dependency.name, metadata) { version in
      bounds.allSatisfy { $0.accepts(version) }
    }
    return found.map { version, _ in
      Release(
        version: version.text, isPrerelease: version.isPrerelease, heldBack: held[version],
        satisfiesRequirement: bounds.allSatisfy { $0.accepts(version) }
          && (wantsPrereleases || !version.isPrerelease),
        step: current.flatMap { version.step(from: $0) })
    }
  }

  /// Fetches when the tags of versions were made, if a line names a repository.
  ///
  /// Repositories of specs don't state times, and CocoaPods' own server of them isn't the one that
  /// pods come from.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    guard let external = externalSource(of: dependency), let url = external["git"],
      let current = external["tag"].flatMap({ PodTag($0) })
    else { return PublicationTimes() }
    return await PublicationTimes { () async throws(Problem) in
      let references = try await library.git.podReferences(url)
      let dated = references.datedTags
      let versions = Set(versions)
      var objects: [String: String] = [:]
      for tag in current.series(in: references) where versions.contains(tag.version.text) {
        objects[tag.version.text] = dated[tag.name]
      }
      return await PublicationTimes(ofTags: objects, at: url, library.git)
    }
  }

  /// The address that the Podfile states for a pod, or only the lock, as with React Native's functions;
  /// nil for a pod of a repository of specs.
  private func externalSource(of dependency: Dependency) -> ExternalSource? {
    let lines = declared.filter { $0.dependency.root == dependency.name }
    let locked = lines.isEmpty ? lock?.externalSources[dependency.name] : nil
    return lines.first?.dependency.external ?? locked
  }

  /// Lists the versions of a pod that replaces another one in a line, and where they are published.
  func releases(
    of root: String, insteadOf line: PodDependency
  ) async throws(Problem) -> (releases: [Release], source: String?) {
    let (found, metadata) = try await catalog(
      of: PodDependency(root, repository: line.repository))
    let held = try await heldBack(found, of: root, metadata, insteadOf: line.root) { _ in true }
    let releases = found.map { version, _ in
      Release(
        version: version.text, isPrerelease: version.isPrerelease, heldBack: held[version],
        satisfiesRequirement: !version.isPrerelease, step: nil)
    }
    return (releases, found.last.map { $0.repository.page(of: root) })
  }

  /// The requirements of the Podfile on a pod, or those of the lock on an indirect one.
  func bounds(on root: String) -> [PodRequirement] {
    let own = declared.map(\.dependency).filter { $0.root == root }.map(\.requirement)
    guard own.isEmpty, let lock else { return own }
    return lockedRequirements.value(for: lock)[root] ?? []
  }

  /// The versions of a pod with the repository that each comes from, in ascending order, and what is
  /// known of the repositories.
  private func catalog(
    of dependency: PodDependency
  ) async throws(Problem) -> (
    found: [(version: PodVersion, repository: SpecRepository)], metadata: PodMetadata
  ) {
    var metadata = PodMetadata()
    var found: [PodVersion: SpecRepository] = [:]
    let own = dependency.repository ?? lock?.repository(of: dependency.root)
    let all = try repositories
    let repositories = own.map { [SpecRepository($0)] } ?? all
    for repository in repositories {
      for document in [
        PodDocument.repository(repository), .versions(repository, dependency.root),
      ] {
        metadata.add(try await library.fetch(document, metadata), for: document)
      }
      for version in metadata.versions[.versions(repository, dependency.root)] ?? []
      where found[version] == nil { found[version] = repository }
    }
    guard !found.isEmpty else {
      throw Problem(
        .failed, "is in none of the repositories of specs", subject: dependency.root,
        unavailable: dependency.root)
    }
    return (found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, metadata)
  }

  private func releases(
    of dependency: Dependency, _ external: ExternalSource
  ) async throws(Problem) -> [Release] {
    guard let url = external["git"] else { return [] }
    let references = try await library.git.podReferences(url)
    if external.followsBranch {
      let name = external["branch"].map { "refs/heads/\($0)" } ?? "HEAD"
      guard let head = references.first(where: { $0.name == name }) else { return [] }
      return [.head(head.commit, locked: lock?.checkoutOptions[dependency.name]?["commit"])]
    }
    guard let current = external["tag"].flatMap({ PodTag($0) }) else { return [] }
    return current.series(in: references).map {
      Release(
        version: $0.version.text, isPrerelease: $0.version.isPrerelease,
        satisfiesRequirement: $0.version == current.version,
        step: $0.version.step(from: current.version))
    }
  }
}

extension ExternalSource {
  /// Whether an update takes the head of a branch.
  var followsBranch: Bool { self["git"] != nil && self["tag"] == nil && self["commit"] == nil }
}

/// A tag that is a version, with the text before it: `v1.2.0`.
struct PodTag: Hashable, Sendable {
  var prefix: String
  var version: PodVersion

  /// Parses a tag; nil if it isn't a version.
  init?(_ tag: String) {
    let start = tag.firstIndex { ("0"..."9").contains($0) } ?? tag.endIndex
    guard let version = PodVersion(String(tag[start...])), !version.text.isEmpty else { return nil }
    prefix = String(tag[..<start])
    self.version = version
  }

  /// The name of the tag.
  var name: String { prefix + version.text }

  /// The tags of a repository with the same text before the version, oldest first.
  func series(in references: [Reference]) -> [PodTag] {
    references.compactMap(\.tag).compactMap { PodTag($0) }.filter { $0.prefix == prefix }
      .sorted { $0.version < $1.version }
  }
}

extension PodVersion {
  /// The step from an older version; nil if it isn't newer.
  func step(from old: PodVersion) -> Step? {
    guard old < self else { return nil }
    if number(at: 0) != old.number(at: 0) { return .major }
    return number(at: 1) != old.number(at: 1) ? .minor : .patch
  }
}
