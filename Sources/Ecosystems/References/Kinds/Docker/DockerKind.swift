package import Ecosystem
import Text
import Versioning
import YAML

extension EcosystemID {
  /// Images in Dockerfiles and Kubernetes manifests.
  package static let docker = EcosystemID("docker")
}

extension ReferenceKind {
  /// Docker: `FROM` and `COPY --from` in Dockerfiles, `image` in Kubernetes manifests.
  package static let docker = {
    var kind = ReferenceKind(
      .docker, "Docker", color: "21ceff", manifests: ["Dockerfile"],
      directory: { path in
        isDockerfile(path) || isManifest(path) ? TreePath.directory(of: path) : nil
      },
      parse: { source, _ throws(Problem) in try ReferenceFile(docker: source) })
    kind.readsOnlyImages(label: "docker")
    kind.isMain = isDockerfile
    kind.mayBeLarge = { !isDockerfile($0) }
    let describe = kind.describe
    kind.describe = { docker in
      describe(&docker)
      docker.matchesOtherFiles = true
    }
    return kind
  }()

  /// Completes a kind whose files only name images, as in Dependabot.
  mutating func readsOnlyImages(label: String) {
    ignoredFolders = ["node_modules", "vendor"]
    toleratesBrokenFiles = false
    fileLimit = .max
    namesRegistries = false
    isDependabots = true
    describe = { [color] description in
      description.isOptIn = false
      description.label = EcosystemLabel(label, color: color)
      description.purlType = "docker"
      description.versions = VersionOrder(of: ImageTag.self)
      description.satisfies = ImageTag.satisfies
      description.matchesOtherFiles = false
      description.isRepository = { _ in false }
      description.isAlias = { _, _ in false }
    }
  }
}

extension ReferenceFile {
  /// Finds the images of a Dockerfile or a Kubernetes manifest; a YAML file of another kind, or a
  /// template of one, names none.
  fileprivate init(docker source: SourceText) throws(Problem) {
    self.init(source)
    if isDockerfile(source.file) {
      let file = Dockerfile(source)
      (images, unread) = (file.uses, file.unread)
    } else if isKustomization(source.file) {
      self = try Self.images(of: source, \.kustomizedImages)
    } else {
      let isChart = isChartValues(source.file)
      guard isChart || source.isKubernetes, !source.isTemplate else { return }
      self = try Self.images(of: source) { isChart ? $0.images + $0.chartImages : $0.images }
    }
  }
}

/// Whether a path is a Dockerfile: `Dockerfile`, `Dockerfile.dev`, `app.dockerfile`, `Containerfile`.
private func isDockerfile(_ path: String) -> Bool {
  let name = TreePath.name(of: path).lowercased()
  let isNamed = name.contains("dockerfile") || name.contains("containerfile")
  return isNamed && !name.hasSuffix(".dockerignore") && !name.hasSuffix(".md")
}

/// Whether a path can be a Kubernetes manifest; hidden folders have none.
private func isManifest(_ path: String) -> Bool {
  (path.hasSuffix(".yml") || path.hasSuffix(".yaml")) && !path.hasPrefix(".")
    && !path.contains("/.")
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
