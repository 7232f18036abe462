package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// The dependencies of charts.
  package static let helm = EcosystemID("helm")
}

extension ReferenceKind {
  /// Helm: https://helm.sh/docs/topics/charts/, version 3.
  ///
  /// The images of `values.yaml` belong to the entry for images, as with Dependabot.
  package static let helm = {
    var kind = ReferenceKind(
      .helm, "Helm", color: "0f1689", manifests: ["Chart.yaml"],
      directory: { path in
        ["Chart.yaml", "Chart.yml"].contains(TreePath.name(of: path))
          ? TreePath.directory(of: path) : nil
      },
      parse: { source, _ throws(Problem) in
        var file = ReferenceFile(source)
        for root in try ReferenceFile.documents(of: source) {
          for chart in root["dependencies"]?.elements ?? [] { file.add(chart: chart, of: source) }
        }
        return file
      })
    kind.isDependabots = true
    kind.lock = ReferenceLock(
      name: ChartLock.name,
      require: { chart, lock throws(Problem) in
        try ChartLock(lock).require(ChartRequest.all(of: chart))
      },
      rewrite: { lock, old, new, chosen throws(Problem) in
        try ChartLock(lock).rewritten(
          from: ChartRequest.all(of: old), to: ChartRequest.all(of: new), choosing: chosen)
      })
    return kind
  }()
}

extension ReferenceFile {
  /// Adds a chart of a repository of Helm, or of a registry: `repository: oci://ghcr.io/acme/charts`.
  mutating func add(
    chart node: Node, of source: SourceText, nameKey: String = "name",
    repositoryKey: String = "repository"
  ) {
    guard let name = node[nameKey]?.string, let repository = node[repositoryKey]?.string,
      !repository.isEmpty, !repository.hasPrefix("file://")
    else { return }
    guard let version = node["version"], let text = version.string, !text.isEmpty else {
      return refuse(name, "has no version: Helm takes the newest one", at: node.location)
    }
    // `8.4.*` stays a range, as `8.5.*`.
    let isOpen = text.hasSuffix(".*") || text.hasSuffix(".x")
    let number = isOpen ? String(text.dropLast(2)) : text
    guard VersionSource.isWord(name), ListedNumber(number, .loose) != nil else {
      return refuse(
        "\(name) \(text)", "isn't an exact version: Helm takes the newest one of the range",
        at: version.location)
    }
    if repository.hasPrefix("oci://") {
      return add(
        "\(name) \(text)", registry: String(repository.dropFirst(6)), name, version, source)
    }
    guard repository.hasPrefix("https://") || repository.hasPrefix("http://") else {
      return refuse(
        name, "is in a repository that only its alias names: \(repository)",
        at: node.location)
    }
    let isPlain = version.scalar?.style == .plain && !isOpen
    add("\(name) \(text)", ending: text, of: version, in: source) { range in
      let bytes = range.lowerBound..<(range.upperBound - (isOpen ? 2 : 0))
      var use = ListedUse(
        name, at: bytes, in: source, from: .chart(repository: repository, name: name), .loose)
      use.isPlainScalar = isPlain
      use.keepsPrecision = isOpen
      return use
    }
  }

  private mutating func add(
    _ shown: String, registry: String, _ name: String, _ version: Node, _ source: SourceText
  ) {
    let path = registry.hasSuffix("/") ? String(registry.dropLast()) : registry
    add(images: [ImageValue(version, before: "\(path)/\(name):")], of: source)
  }
}
