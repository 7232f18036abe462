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
        isDockerfile(path) || isYAMLManifest(path) ? TreePath.directory(of: path) : nil
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
    } else if !source.isHelmTemplate {
      try readObjects(of: source)
    }
  }

  /// Finds the images of objects of Kubernetes and of values of charts; a file that isn't YAML is
  /// refused.
  private mutating func readObjects(of source: SourceText) throws(Problem) {
    let isChart = isChartValues(source.file)
    do throws(Problem) {
      let isObject = try source.namesKubernetesObject()
      guard isChart || isObject else { return }
    } catch {
      let isTemplate = source.hasPlaceholders
      return refuse(
        source.file, isTemplate ? Self.isTemplate : error.message,
        at: error.location ?? source.location(at: 0))
    }
    do throws(Problem) {
      self = try Self.images(of: source) { root in
        root.nestedImages + root.chartImages + (isChart ? root.otherChartImages : [])
      }
    } catch {
      guard source.hasPlaceholders, error.message.hasPrefix("isn't valid YAML") else { throw error }
      refuse(source.file, Self.isTemplate, at: source.location(at: 0))
    }
  }

  private static let isTemplate = "is a template, which isn't YAML yet"
}

/// Whether a path is a Dockerfile: `Dockerfile`, `Dockerfile.dev`, `app.dockerfile`, `Containerfile`.
private func isDockerfile(_ path: String) -> Bool {
  let name = TreePath.name(of: path).lowercased()
  let isNamed = name.contains("dockerfile") || name.contains("containerfile")
  return isNamed && !name.hasSuffix(".dockerignore") && !name.hasSuffix(".md")
}
