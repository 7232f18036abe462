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
  /// template of Helm, names none.
  fileprivate init(docker source: SourceText) throws(Problem) {
    self.init(source)
    if isDockerfile(source.file) {
      let file = Dockerfile(source)
      (images, unread) = (file.uses, file.unread)
    } else if isKustomization(source.file) {
      self = try Self.images(of: source, \.kustomizedImages)
    } else {
      let isChart = isChartValues(source.file)
      guard isChart || source.isKubernetes, !source.isHelmTemplate else { return }
      do throws(Problem) {
        self = try Self.images(of: source) { root in
          root.images + root.chartImages + (isChart ? root.otherChartImages : [])
        }
      } catch {
        guard source.hasPlaceholders, error.message.hasPrefix("isn't valid YAML") else {
          throw error
        }
        refuse(source.file, "is a template, which isn't YAML yet", at: source.location(at: 0))
      }
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
  /// Whether the file has the two keys that every object of Kubernetes has.
  ///
  /// Lines suffice for most files, and for templates, which aren't YAML; other forms are parsed.
  fileprivate var isKubernetes: Bool {
    let keys = ["apiVersion", "kind"]
    let isWritten = keys.allSatisfy { key in
      bytes.lines.contains { $0.starts(with: "\(key):".utf8) }
    }
    if isWritten { return true }
    let text = string
    guard keys.allSatisfy(text.contains),
      let roots = try? ReferenceFile.documents(of: self)
    else { return false }
    return roots.contains { root in keys.allSatisfy { root[$0] != nil } }
  }

  /// Whether the file has placeholders, which are also usual in texts and comments of YAML.
  fileprivate var hasPlaceholders: Bool { string.contains("{{") }

  /// Whether the file is a template of Helm, which isn't YAML yet.
  fileprivate var isHelmTemplate: Bool {
    hasPlaceholders && TreePath.parts(of: file).dropLast().contains("templates")
  }
}

extension Node.Entry {
  /// Whether the key is `image` or ends so: `initImage`.
  fileprivate var namesImage: Bool { name.lowercased().hasSuffix("image") }

  /// The tag of a mapping that names no image, as values have it that override those of a chart.
  ///
  ///     image: {tag: v1}
  fileprivate var namelessTag: ImageValue? {
    let names = ["repository", "repo", "name", "digest"]
    guard let tag = value["tag"], tag.string?.isEmpty == false,
      !names.contains(where: { value[$0]?.string?.isEmpty == false })
    else { return nil }
    var image = ImageValue(tag)
    image.namelessKey = name
    return image
  }
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

  /// The tags in `image`, and in keys that end so, at any depth, as charts have them; also those in
  /// `images`.
  ///
  ///     image: {registry: docker.io, repository: bitnami/redis, tag: "7.2"}
  ///     initImage: {repository: busybox, tag: "1.36"}
  ///     images: {web: {repository: acme/web, tag: 1.0.0}}
  fileprivate var chartImages: [ImageValue] {
    if let elements { return elements.flatMap(\.chartImages) }
    if let artifact { return [artifact] }
    return (entries ?? []).flatMap { entry -> [ImageValue] in
      if entry.namesImage, let image = entry.value.chartImage ?? entry.namelessTag {
        return [image]
      }
      let inner =
        entry.name.lowercased() == "images"
        ? (entry.value.entries ?? []).compactMap { $0.value.chartImage ?? $0.namelessTag }
          + (entry.value.elements ?? []).compactMap(\.chartImage)
        : []
      return inner + entry.value.chartImages
    }
  }

  /// The tag of an artifact in a registry, as an `OCIRepository` of Flux has it.
  ///
  ///     spec: {url: oci://ghcr.io/acme/charts/app, ref: {tag: 1.2.0}}
  private var artifact: ImageValue? {
    guard let url = self["url"]?.string, url.hasPrefix("oci://"), let ref = self["ref"],
      let tag = ref["tag"], tag.string?.isEmpty == false, ref["digest"] == nil,
      ref["semver"] == nil
    else { return nil }
    return ImageValue(tag, before: url.dropFirst("oci://".count) + ":")
  }

  private var chartImage: ImageValue? {
    // A name without a slash can be that of anything.
    let named = self["name"]?.string.flatMap { $0.contains("/") ? $0 : nil }
    guard let repository = (self["repository"] ?? self["repo"])?.string ?? named,
      !repository.isEmpty, let tag = self["tag"] ?? self["version"], tag.string?.isEmpty == false,
      self["digest"]?.string?.isEmpty != false
    else { return nil }
    let registry = self["registry"]?.string.flatMap { $0.isEmpty ? nil : "\($0)/" } ?? ""
    return ImageValue(tag, before: "\(registry)\(repository):")
  }

  /// The texts of other keys that name an image with a tag: `initImage: busybox:1.36`, and those in
  /// `images`.
  fileprivate var otherChartImages: [ImageValue] {
    if let elements { return elements.flatMap(\.otherChartImages) }
    return (entries ?? []).flatMap { entry -> [ImageValue] in
      if entry.value.scalar != nil {
        return entry.name != "image" && entry.namesImage && entry.value.hasTag
          ? [ImageValue(entry.value)] : []
      }
      let inner =
        entry.name.lowercased() == "images"
        ? (entry.value.entries?.map(\.value) ?? entry.value.elements ?? []).filter(\.hasTag) : []
      return inner.map { ImageValue($0) } + entry.value.otherChartImages
    }
  }

  /// Whether the node is a text with a colon behind the last slash.
  private var hasTag: Bool {
    guard scalar != nil, let name = string?.slashParts(omittingEmptySubsequences: false).last else {
      return false
    }
    return name.contains(":")
  }
}
