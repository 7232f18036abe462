import Ecosystem
import Text
import Versioning

/// The configurations of a folder with their locks.
struct DevContainersProject: OpenProject {
  /// The features and the images by their tags.
  let features: ReferenceProject
  /// The locks by the path of their configuration.
  let locks: [String: FeatureLock]
  let registry: ImageRegistry

  var project: Project { features.project }

  func dependencies() async throws(Problem) -> [Dependency] {
    try await features.dependencies()
  }

  func declares(_ name: String) -> Bool { features.declares(name) }

  /// Lists newer tags, and in front of them the version that the tag has now if a lock has another one.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let releases = try await features.releases(of: dependency)
    guard let refreshed = try await lateEntries(of: dependency.name, dependency.requirements).first
    else { return releases }
    let release = Release(
      version: refreshed.present, satisfiesRequirement: true,
      step: ImageTag.step(from: refreshed.locked, to: refreshed.present) ?? .patch)
    let first = releases.firstIndex { $0.step != nil } ?? releases.endIndex
    return releases[..<first] + [release] + releases[first...]
  }

  /// Fetches when the images of the newest tags were made, and that of a tag whose version isn't locked.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    await PublicationTimes { () async throws(Problem) in
      let late = try await lateEntries(of: dependency.name, dependency.requirements).first
      var times = await features.publicationTimes(
        of: versions.filter { $0 != late?.present }, dependency)
      guard let late, versions.contains(late.present), let image = ImageReference(late.key),
        let tag = image.tag
      else { return times }
      do throws(Problem) {
        times.known[late.present] = try await registry.created(tag, in: image)
      } catch {
        times.failure = times.failure ?? error
      }
      return times
    }
  }

  /// An entry of a lock whose tag has another version now.
  private struct LateEntry {
    var lock: FeatureLock
    var key: String
    var locked: String
    var present: String
  }

  /// Finds the entries of a feature whose tags have moved on since they were locked.
  private func lateEntries(
    of name: String, _ requirements: [Requirement]?
  ) async throws(Problem) -> [LateEntry] {
    var entries: [LateEntry] = []
    for usage in try features.images.uses(of: name, requirements) {
      let key = usage.use.image.written
      guard let lock = locks[usage.file], let entry = lock.entry(key),
        let image = ImageReference(key),
        let tag = image.tag
      else { continue }
      guard try await registry.digest(of: tag, in: image) != entry.digest else { continue }
      let present = try await FeatureMetadata(of: tag, in: image, registry).version
      guard present != entry.version else { continue }
      entries.append(LateEntry(lock: lock, key: key, locked: entry.version, present: present))
    }
    return entries
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    try await features.explain(name, version: version)
  }

  /// Lists the digests that are new in the locks, and those of the tags.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    let paths = Set(locks.values.map(\.source.file))
    return try await features.contentIdentities(in: change)
      + change.newIdentities(in: paths.contains) { bytes, path throws(Problem) in
        try FeatureLock(SourceText(file: path, bytes: bytes)).identities
      }
  }

  /// Edits the tags, and the entries of the changed features in the locks.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    var change = try await features.change(toward: goal)
    var edits: [Replacement] = []
    for file in change.files {
      guard let lock = locks[file.path], let before = file.before, let after = file.after else {
        continue
      }
      let old = try FeatureKeys.all(in: SourceText(file: file.path, bytes: before)).map(\.key)
      let new = try FeatureKeys.all(in: SourceText(file: file.path, bytes: after)).map(\.key)
      for (old, new) in zip(old, new) where old != new {
        edits += try await lock.replacements(moving: old, to: new, registry)
      }
    }
    let moved = Set(change.moves.map(\.name))
    for target in goal.targets where !moved.contains(target.name) {
      let late = try await lateEntries(of: target.name, target.requirements)
        .filter { target.version == nil || target.version == $0.present }
      for entry in late {
        edits += try await entry.lock.replacements(moving: entry.key, to: entry.key, registry)
      }
      guard let first = late.first else { continue }
      // The reference stays. The run drops moves without one.
      change.moves.append(
        Move(
          name: target.name, from: first.locked, to: first.present, kind: .direct,
          requirement: .init(before: first.key, after: first.key)))
    }
    change.files += try [FileChange](applying: edits, to: locks.values.map(\.source))
    change.files.sort { $0.path < $1.path }
    return change
  }
}

extension Goal {
  /// The dependencies to update by name.
  fileprivate var targets: [Target] {
    if case .update(let targets, _) = self { targets } else { [] }
  }
}
