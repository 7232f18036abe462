package import Ecosystem
import JSON
import Text
import Versioning

extension EcosystemID {
  /// Features of development containers.
  package static let devContainers = EcosystemID("devcontainers")
}

extension ReferenceKind {
  /// Development containers: `features` in `devcontainer.json`, which are artifacts in registries of
  /// images, and their lock.
  package static let devContainers = {
    var kind = ReferenceKind(
      .devContainers, "Dev Containers", color: "2753e3", manifests: ["devcontainer.json"],
      directory: FeaturePaths.directory,
      parse: { source, _ throws(Problem) in try ReferenceFile(features: source) })
    kind.readsOnlyImages(label: "devcontainers_package_manager")
    kind.ignoredFolders = ["node_modules"]
    kind.namesRegistries = true
    kind.complete = { project, tree, services throws(Problem) in
      var locks: [String: FeatureLock] = [:]
      for file in project.files {
        let lock = FeaturePaths.lock(of: file.source.file)
        guard tree.listing.contains(lock) else { continue }
        locks[file.source.file] = try FeatureLock(try await tree.read(lock))
      }
      return DevContainersProject(
        features: project, locks: locks, registry: services.registry)
    }
    // The repository that the address of the documentation leads to.
    kind.upstream = { dependency, new, registry throws(Problem) in
      guard let image = ImageReference(dependency.name) else { return Upstream() }
      let metadata = try await FeatureMetadata(of: new, in: image, registry)
      let parts = (metadata.documentation ?? "").slashParts(maxSplits: 4)
      guard parts.count >= 4, parts[0] == "https:" else { return Upstream() }
      return Upstream(addresses: ["https://\(parts[1...3].joined(separator: "/"))"])
    }
    let describe = kind.describe
    kind.describe = { features in
      describe(&features)
      features.lockFile = "devcontainer-lock.json"
      features.pins = false
      features.publicHosts = ["ghcr.io", "mcr.microsoft.com"]
      features.isAlias = { word, dependency in
        dependency.name.slashParts().last.map(String.init) == word
      }
    }
    return kind
  }()
}

/// The paths of configurations and their locks.
enum FeaturePaths {
  /// The directory that a configuration belongs to; nil for another file.
  ///
  /// Configurations are `.devcontainer.json`, `.devcontainer/devcontainer.json`, and one for each folder
  /// in `.devcontainer`. All of them belong to the folder that contains them.
  static func directory(of path: String) -> String? {
    guard path.hasSuffix("devcontainer.json") else { return nil }
    var parts = path.slashParts().map(String.init)
    let name = parts.popLast()
    if name == ".devcontainer.json" { return "/" + parts.joined(separator: "/") }
    guard name == "devcontainer.json" else { return nil }
    let inside = parts.last == ".devcontainer" ? 1 : 2
    guard parts.dropLast(inside - 1).last == ".devcontainer" else { return nil }
    return "/" + parts.dropLast(inside).joined(separator: "/")
  }

  /// The lock beside a configuration: `.devcontainer-lock.json` for `.devcontainer.json`.
  static func lock(of path: String) -> String { path.dropLast(".json".count) + "-lock.json" }
}

/// The keys of `features` of a configuration, and its image, in JSON with comments and final commas.
///
///     "features": {"ghcr.io/devcontainers/features/node:1": {"version": "22"}}
///
/// Source: https://containers.dev/implementors/json_reference/.
enum FeatureKeys {
  /// Returns the keys as written, with their bytes between the quotes.
  ///
  /// - Throws: a problem with the place of a syntax error.
  static func all(
    in source: SourceText
  ) throws(Problem) -> [(key: String, range: Range<Int>, isPlain: Bool)] {
    (try root(of: source)["features"]?.members ?? []).map { member in
      let range = (member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)
      return (member.key, range, source[range] == member.key)
    }
  }

  /// Returns the value of `image`, with its bytes between the quotes; nil without an `image`.
  ///
  /// - Throws: a problem with the place of a syntax error.
  static func image(in source: SourceText) throws(Problem) -> (text: String, range: Range<Int>)? {
    guard let value = try root(of: source)["image"], let text = value.string else { return nil }
    return (text, (value.range.lowerBound + 1)..<(value.range.upperBound - 1))
  }

  private static func root(of source: SourceText) throws(Problem) -> Node {
    do throws(SyntaxError) {
      let plain = SourceText(file: source.file, bytes: source.bytes.withoutComments)
      return try Document(plain).root
    } catch {
      throw Problem(.refused, "isn't valid JSON: \(error.message)", at: error.location)
    }
  }
}

extension ReferenceFile {
  /// Parses the features of a configuration; local ones and those from archives have no tags.
  ///
  /// - Throws: a problem with the place of a syntax error.
  init(features source: SourceText) throws(Problem) {
    self.init(source)
    if let (text, range) = try FeatureKeys.image(in: source) { add(image: text, at: range) }
    for (key, range, isPlain) in try FeatureKeys.all(in: source) {
      if key.hasPrefix("./") || key.hasPrefix("../") || key.hasPrefix("https://") { continue }
      let location = source.location(at: range.lowerBound)
      guard isPlain, let use = ImageUse(key, at: range, in: source), use.image.registry != nil
      else {
        unread.append(
          UnsupportedReference(
            key, "isn't the name of a feature in a registry", at: location,
            advice: "write it as ghcr.io/OWNER/REPOSITORY/FEATURE:VERSION"))
        continue
      }
      images.append(use)
    }
  }

  /// Adds the image of a configuration, or the reason why it isn't evaluated.
  private mutating func add(image text: String, at range: Range<Int>) {
    let location = source.location(at: range.lowerBound)
    if text.contains("$") {
      return refuse(
        text, "has a variable", at: location, advice: "write the name and its tag literally")
    }
    guard source[range] == text, let use = ImageUse(text, at: range, in: source) else { return }
    images.append(use)
  }
}
