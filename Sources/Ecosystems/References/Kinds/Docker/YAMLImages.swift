import Ecosystem
import Text
import YAML

extension ImageValue {
  /// Creates the value of a tag or a digest in keys of their own; nil without either.
  fileprivate init?(name: String, tag: Node?, digest: Node?) {
    let tag = tag?.string?.isEmpty == false ? tag : nil
    let digest = digest?.string?.isEmpty == false ? digest : nil
    if let tag {
      self.init(tag, before: "\(name):")
      hasOwnDigest = digest != nil
    } else if let digest {
      self.init(digest, before: "\(name)@", isCertain: true)
    } else {
      return nil
    }
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
  var nestedImages: [ImageValue] {
    if let elements { return elements.flatMap(\.nestedImages) }
    return (entries ?? []).flatMap { entry in
      entry.name == "image" && entry.value.scalar != nil
        ? [ImageValue(entry.value)] : entry.value.nestedImages
    }
  }

  /// The tags of a kustomization, which replace those of the images named so.
  ///
  ///     images:
  ///       - {name: acme/app, newName: ghcr.io/acme/app, newTag: "1.2.0"}
  ///
  /// Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/images/.
  var kustomizedImages: [ImageValue] {
    (self["images"]?.elements ?? []).compactMap { entry in
      let name = entry["newName"]?.string ?? entry["name"]?.string
      guard let name, !name.isEmpty else { return nil }
      return ImageValue(name: name, tag: entry["newTag"], digest: entry["digest"])
    }
  }

  /// The tags in `image`, and in keys that end so, at any depth, as charts have them; also those in
  /// `images`.
  ///
  ///     image: {registry: docker.io, repository: bitnami/redis, tag: "7.2"}
  ///     initImage: {repository: busybox, tag: "1.36"}
  ///     images: {web: {repository: acme/web, tag: 1.0.0}}
  var chartImages: [ImageValue] {
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
      !repository.isEmpty
    else { return nil }
    let registry = self["registry"]?.string.flatMap { $0.isEmpty ? nil : "\($0)/" } ?? ""
    return ImageValue(
      name: registry + repository, tag: self["tag"] ?? self["version"], digest: self["digest"])
  }

  /// The texts of other keys that name an image with a tag: `initImage: busybox:1.36`, and those in
  /// `images`.
  var otherChartImages: [ImageValue] {
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
