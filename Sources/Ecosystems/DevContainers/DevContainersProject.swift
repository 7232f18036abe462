import Containers
import Ecosystem
import Text

/// The configurations of a folder with their locks.
struct DevContainersProject: OpenProject {
  /// The features by their tags.
  let features: ImageProject
  /// The locks by the path of their configuration.
  let locks: [String: FeatureLock]
  let registry: ImageRegistry

  var project: Project { features.project }

  func dependencies() async throws(Problem) -> [Dependency] { features.dependencies() }

  func declares(_ name: String) -> Bool { features.declares(name) }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    try await features.releases(of: dependency)
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
    for file in change.files {
      guard let lock = locks[file.path], let before = file.before, let after = file.after else {
        continue
      }
      let old = try FeatureKeys.all(in: SourceText(file: file.path, bytes: before)).map(\.key)
      let new = try FeatureKeys.all(in: SourceText(file: file.path, bytes: after)).map(\.key)
      let changed = zip(old, new).filter { $0 != $1 }
      var edits: [Replacement] = []
      for (old, new) in changed {
        edits += try await lock.replacements(moving: old, to: new, registry)
      }
      change.files += try [FileChange](applying: edits, to: [lock.source])
    }
    change.files.sort { $0.path < $1.path }
    return change
  }
}
