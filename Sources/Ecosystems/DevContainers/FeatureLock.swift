import Containers
import Ecosystem
import JSON
import Text

/// A lock of features: `devcontainer-lock.json`.
///
///     "ghcr.io/devcontainers/features/node:1": {
///       "version": "1.6.1",
///       "resolved": "ghcr.io/devcontainers/features/node@sha256:…",
///       "integrity": "sha256:…"
///     }
///
/// Source: `lockfile.ts` of devcontainers/cli. The entries are sorted by key; another tag doesn't
/// change the order.
struct FeatureLock: Sendable {
  let source: SourceText
  private let features: Node?

  /// Parses a lock.
  ///
  /// - Throws: a problem with the place of a syntax error.
  init(_ source: SourceText) throws(Problem) {
    self.source = source
    do throws(SyntaxError) {
      features = try Document(source).root["features"]
    } catch {
      throw Problem(.refused, "isn't valid JSON: \(error.message)", at: error.location)
    }
  }

  /// Returns the edits of an entry for a feature with another tag; none if the lock has no entry.
  ///
  /// - Throws: a refusal if the old or the new version depends on other features, whose entries would
  ///   change too.
  func replacements(
    moving old: String, to new: String, _ registry: ImageRegistry
  ) async throws(Problem) -> [Replacement] {
    guard let member = features?.members.first(where: { $0.key == old }) else { return [] }
    let entry = member.value
    guard let image = ImageReference(new), let tag = image.tag, entry["dependsOn"] == nil,
      let version = entry["version"], let resolved = entry["resolved"],
      let integrity = entry["integrity"],
      let location = resolved.string?.split(separator: "@").first
    else {
      throw Problem(
        .refused, "has an entry in the lock that martlet does not update", subject: old,
        at: source.location(at: member.keyRange.lowerBound))
    }
    let digest = try await registry.digest(of: tag, in: image)
    let metadata = try await FeatureMetadata(of: tag, in: image, registry)
    guard !metadata.hasDependencies else {
      throw Problem(
        .refused, "depends on other features, whose entries in the lock martlet does not write",
        subject: new, at: source.location(at: member.keyRange.lowerBound))
    }
    return [
      (member.keyRange, new), (version.range, metadata.version),
      (resolved.range, "\(location)@\(digest)"), (integrity.range, digest),
    ].map { Replacement(file: source.file, range: $0, text: "\"\($1)\"") }
  }
}

/// What the manifest of a feature says about it.
struct FeatureMetadata: Sendable {
  /// The complete version: `1.6.1`.
  var version: String
  var hasDependencies: Bool
  /// The address of the documentation; nil if it has none.
  var documentation: String?

  /// Reads the annotation `dev.containers.metadata`, a copy of `devcontainer-feature.json`.
  ///
  /// - Throws: a refusal if the feature has none, because then only its archive has the version.
  init(of tag: String, in image: ImageReference, _ registry: ImageRegistry) async throws(Problem) {
    let annotations = try await registry.annotations(of: tag, in: image)
    guard let text = annotations["dev.containers.metadata"] else {
      throw Problem(.refused, "has no annotation dev.containers.metadata", subject: image.name)
    }
    let root: Node
    do throws(SyntaxError) {
      root = try Document(SourceText(file: image.name, text), options: .lenient).root
    } catch {
      throw Problem(.failed, "has metadata that isn't JSON", subject: image.name)
    }
    let isVersion = { (text: String) in
      !text.isEmpty
        && text.utf8.allSatisfy { $0 < 0x80 && ($0 > 0x40 || "0123456789.-+".utf8.contains($0)) }
    }
    guard let version = root["version"]?.string, isVersion(version), !version.contains("\\") else {
      throw Problem(.failed, "has metadata without a version", subject: image.name)
    }
    self.version = version
    hasDependencies = root["dependsOn"]?.members.isEmpty == false
    documentation = root["documentationURL"]?.string
  }
}
