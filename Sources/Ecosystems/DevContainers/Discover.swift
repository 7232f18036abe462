package import Ecosystem
import Text

extension DevContainersEcosystem {
  /// Finds the configurations: `.devcontainer.json`, `.devcontainer/devcontainer.json`, and one for
  /// each folder in `.devcontainer`.
  ///
  /// All of them belong to the folder that contains them.
  package func discover(in paths: [String]) -> [Project] {
    var manifests: [String: String] = [:]
    for path in paths {
      guard let folder = FeaturePaths.folder(of: path) else { continue }
      manifests[folder] = min(manifests[folder] ?? path, path)
    }
    return manifests.map { folder, manifest in
      Project(
        ecosystem: .devContainers, directory: "/" + folder, manifest: manifest, lock: nil)
    }
    .sorted { $0.manifest < $1.manifest }
  }
}

/// The paths of configurations and their locks.
enum FeaturePaths {
  /// The folder that a configuration belongs to, without slashes around; nil for another file.
  static func folder(of path: String) -> String? {
    var parts = path.slashParts().map(String.init)
    guard let name = parts.popLast(), !parts.contains("node_modules") else { return nil }
    if name == ".devcontainer.json" { return parts.joined(separator: "/") }
    guard name == "devcontainer.json" else { return nil }
    if parts.last == ".devcontainer" { return parts.dropLast().joined(separator: "/") }
    guard parts.dropLast().last == ".devcontainer" else { return nil }
    return parts.dropLast(2).joined(separator: "/")
  }

  /// The configurations of a folder: directly in it, in `.devcontainer`, and in folders inside that.
  static func files(of folder: String, in listing: TreeListing) -> [String] {
    let inner = TreePath.join(folder, ".devcontainer")
    let folders = [folder, inner] + listing.folders(in: inner)
    return folders.flatMap(listing.files(in:)).filter { self.folder(of: $0) == folder }.sorted()
  }

  /// The lock beside a configuration: `.devcontainer-lock.json` for `.devcontainer.json`.
  static func lock(of path: String) -> String { path.dropLast(".json".count) + "-lock.json" }
}
