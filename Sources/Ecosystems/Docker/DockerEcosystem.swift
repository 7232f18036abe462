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
    let paths = tree.listing.files(in: String(project.directory.dropFirst()))
      .filter { isDockerfile($0) || isManifest($0) }
    await tree.prefetch(paths)
    var files: [ImageFile] = []
    for path in paths {
      let text = isDockerfile(path) ? try await tree.readManifest(path) : try await tree.read(path)
      if let file = try imageFile(text) { files.append(file) }
    }
    return ImageProject(project: project, files: files, registry: ImageRegistry(http: http))
  }

  /// Parses a file; nil for a YAML file of another kind, or a template of one.
  private func imageFile(_ source: SourceText) throws(Problem) -> ImageFile? {
    if isDockerfile(source.file) {
      let file = Dockerfile(source)
      return ImageFile(source, uses: file.uses, unread: file.unread)
    }
    if isKustomization(source.file) { return try ImageValues.file(source, \.kustomizedImages) }
    let isChart = isChartValues(source.file)
    guard isChart || source.isKubernetes, !source.isTemplate else { return nil }
    return try ImageValues.file(source) { isChart ? $0.images + $0.chartImages : $0.images }
  }

  /// The repository in the labels of the image (`ImageRegistry.upstream`).
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    try await ImageRegistry(http: http).upstream(of: dependency, new)
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
  path.slashParts().dropLast().contains { $0 == "node_modules" || $0 == "vendor" }
}

/// Whether a path is a kustomization, whose keys Kustomize lets be left out.
private func isKustomization(_ path: String) -> Bool {
  ["kustomization.yaml", "kustomization.yml"].contains(TreePath.name(of: path))
}

/// Whether a path has the values of a Helm chart: `values.yaml`, `values-production.yml`.
private func isChartValues(_ path: String) -> Bool {
  let name = TreePath.name(of: path)
  return name.hasPrefix("values") && isManifest(path)
}

extension SourceText {
  /// Whether the file has the two keys at the start of a line that every Kubernetes object has.
  fileprivate var isKubernetes: Bool {
    ["apiVersion:", "kind:"].allSatisfy { key in
      bytes.lines.contains { $0.starts(with: key.utf8) }
    }
  }

  /// Whether the file is a template of Helm, which isn't YAML yet.
  fileprivate var isTemplate: Bool { string.contains("{{") }
}

extension Node {
  /// The values of `image` at any depth.
  fileprivate var images: [ImageValue] {
    if let elements { return elements.flatMap(\.images) }
    return (entries ?? []).flatMap { entry in
      entry.name == "image" && entry.value.scalar != nil
        ? [ImageValue(entry.value)] : entry.value.images
    }
  }

  /// The tags of a kustomization, which replace those of the images named so.
  ///
  ///     images:
  ///       - {name: acme/app, newName: ghcr.io/acme/app, newTag: "1.2.0"}
  ///
  /// Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/images/.
  fileprivate var kustomizedImages: [ImageValue] {
    (self["images"]?.elements ?? []).compactMap { entry in
      let name = entry["newName"]?.string ?? entry["name"]?.string
      guard let name, !name.isEmpty, let tag = entry["newTag"], tag.string?.isEmpty == false,
        entry["digest"]?.string?.isEmpty != false
      else { return nil }
      return ImageValue(tag, before: "\(name):")
    }
  }

  /// The tags in `image` at any depth, as charts have them.
  ///
  ///     image: {registry: docker.io, repository: bitnami/redis, tag: "7.2"}
  fileprivate var chartImages: [ImageValue] {
    if let elements { return elements.flatMap(\.chartImages) }
    return (entries ?? []).flatMap { entry in
      (entry.name == "image" ? entry.value.chartImage.map { [$0] } : nil)
        ?? entry.value.chartImages
    }
  }

  private var chartImage: ImageValue? {
    guard let repository = self["repository"]?.string, !repository.isEmpty,
      let tag = self["tag"] ?? self["version"], tag.string?.isEmpty == false,
      self["digest"]?.string?.isEmpty != false
    else { return nil }
    let registry = self["registry"]?.string.flatMap { $0.isEmpty ? nil : "\($0)/" } ?? ""
    return ImageValue(tag, before: "\(registry)\(repository):")
  }
}
