import Containers
package import Ecosystem
package import HTTP
import Text
import YAML

/// Images of the services in Compose files.
package struct ComposeEcosystem: PackageEcosystem {
  let http: HTTP.Client

  /// Creates the ecosystem.
  ///
  /// - Parameter http: for registries; mirrors and credentials are layers of it.
  package init(http: HTTP.Client) {
    self.http = http
  }

  /// The description of Docker Compose.
  package var description: EcosystemDescription { .compose }

  /// Finds the folders with Compose files.
  package func discover(in paths: [String]) -> [Project] {
    Dictionary(grouping: paths.filter(isComposeFile)) { TreePath.directory(of: $0) }
      .map { directory, files in
        Project(ecosystem: .compose, directory: directory, manifest: files.min() ?? "", lock: nil)
      }
      .sorted { $0.manifest < $1.manifest }
  }

  /// Parses the Compose files of a folder.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    var files: [ImageFile] = []
    let folder = String(project.directory.dropFirst())
    for path in tree.listing.files(in: folder) where isComposeFile(path) {
      files.append(try ImageValues.file(try await tree.read(path), \.images))
    }
    return ImageProject(project: project, files: files, registry: ImageRegistry(http: http))
  }

  /// The repository in the labels of the image (`ImageRegistry.upstream`).
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    try await ImageRegistry(http: http).upstream(of: dependency, new)
  }
}

/// Whether a path is a Compose file: `compose.yaml`, `docker-compose.dev.yml`, `podman-compose.yml`,
/// `docker-compose-prod.yaml`.
///
/// Dependabot's rule: `compose`, optionally with words in front of it and behind it.
private func isComposeFile(_ path: String) -> Bool {
  let folders = path.slashParts().dropLast()
  if folders.contains("node_modules") || folders.contains("vendor") { return false }
  let parts = TreePath.name(of: path).lowercased().split(
    separator: ".", omittingEmptySubsequences: false)
  guard parts.count > 1, ["yml", "yaml"].contains(parts[parts.count - 1]) else { return false }
  return parts.dropLast().suffix(2).contains { part in
    part.split(separator: "-", omittingEmptySubsequences: false).contains("compose")
  }
}

extension Node {
  /// The images of services; the image of a service with `build` is the result of the build.
  fileprivate var images: [ImageValue] {
    let services = self["services"]?.entries?.map(\.value) ?? []
    return services.filter { $0["build"] == nil }.compactMap { $0["image"].map { ImageValue($0) } }
  }
}
