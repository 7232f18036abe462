import Containers
package import Ecosystem
package import HTTP
import Text
import YAML

/// Images in Dockerfiles and in Kubernetes manifests.
package struct DockerEcosystem: PackageEcosystem {
  let http: HTTP.Client

  /// Creates the ecosystem.
  ///
  /// - Parameter http: for registries; mirrors and credentials are layers of it.
  package init(http: HTTP.Client) {
    self.http = http
  }

  /// The description of Docker.
  package var description: EcosystemDescription { .docker }

  /// Finds the folders with Dockerfiles or with YAML files, which may be Kubernetes manifests.
  package func discover(in paths: [String]) -> [Project] {
    let folders = Dictionary(grouping: paths.filter { isDockerfile($0) || isManifest($0) }) {
      TreePath.directory(of: $0)
    }
    return folders.compactMap { directory, files in
      let manifest = files.filter(isDockerfile).min() ?? files.min()
      return manifest.map {
        Project(ecosystem: .docker, directory: directory, manifest: $0, lock: nil)
      }
    }
    .sorted { $0.manifest < $1.manifest }
  }

  /// Parses the files of a folder; other YAML files than Kubernetes manifests are left out.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let paths = tree.paths.filter {
      TreePath.isDirectly($0, in: project.directory) && (isDockerfile($0) || isManifest($0))
    }
    await tree.prefetch(paths)
    var files: [ImageFile] = []
    for path in paths {
      let source = try await tree.read(path)
      if isDockerfile(path) {
        files.append(ImageFile(source, uses: Dockerfile(source).uses))
      } else if source.isKubernetes {
        files.append(try ImageValues.file(source, \.images))
      }
    }
    return ImageProject(project: project, files: files, registry: ImageRegistry(http: http))
  }

  /// Returns nothing: registries don't report the repository of an image.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream { Upstream() }

  /// Returns nothing: the files name no publishers and no scripts.
  package func cautions(about change: Change) -> [Caution] { [] }

  /// Returns a rule without files: sources don't import images.
  package func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(endings: [], names: []) { _ in [] }
  }
}

/// Whether a path is a Dockerfile: `Dockerfile`, `Dockerfile.dev`, `app.dockerfile`, `Containerfile`.
private func isDockerfile(_ path: String) -> Bool {
  let name = TreePath.name(of: path).lowercased()
  let isNamed = name.contains("dockerfile") || name.contains("containerfile")
  return isNamed && !name.hasSuffix(".dockerignore") && !name.hasSuffix(".md") && !isCopy(path)
}

/// Whether a path can be a Kubernetes manifest; hidden folders have none.
private func isManifest(_ path: String) -> Bool {
  (path.hasSuffix(".yml") || path.hasSuffix(".yaml")) && !path.hasPrefix(".")
    && !path.contains("/.") && !isCopy(path)
}

private func isCopy(_ path: String) -> Bool {
  path.split(separator: "/").dropLast().contains { $0 == "node_modules" || $0 == "vendor" }
}

extension SourceText {
  /// Whether the file has the two keys at the start of a line that every Kubernetes object has.
  fileprivate var isKubernetes: Bool {
    let lines = bytes.split(separator: 0x0A)
    return ["apiVersion:", "kind:"].allSatisfy { key in
      lines.contains { $0.starts(with: key.utf8) }
    }
  }
}

extension Node {
  /// The values of `image` at any depth.
  fileprivate var images: [Node] {
    if let elements { return elements.flatMap(\.images) }
    return (entries ?? []).flatMap { entry in
      entry.name == "image" ? [entry.value] : entry.value.images
    }
  }
}
