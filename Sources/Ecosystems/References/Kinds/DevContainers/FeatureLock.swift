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

  /// The digests of all features.
  var identities: [ContentIdentity] {
    (features?.members ?? []).compactMap { member in
      guard let version = member.value["version"]?.string,
        let value = member.value["integrity"]?.string
      else { return nil }
      let name = member.key.prefix { $0 != "@" }
      return ContentIdentity(package: String(name), version: version, value: value)
    }
  }

  /// Returns the locked version and digest of a feature; nil if the lock has no such entry.
  func entry(_ key: String) -> (version: String, digest: String)? {
    guard let entry = features?[key], let version = entry["version"]?.string,
      let resolved = entry["resolved"]?.string, let sign = resolved.firstIndex(of: "@")
    else { return nil }
    return (version, String(resolved[resolved.index(after: sign)...]))
  }

  /// Returns the edits of an entry for a feature with another tag, or with the same tag that has another
  /// version now; none if the lock has no entry.
  ///
  /// - Throws: a refusal if other entries would be added, removed or changed too: the new version
  ///   depends on other features than the old one, or another feature depends on the old or is
  ///   already locked under the new tag.
  func replacements(
    moving old: String, to new: String, _ registry: ImageRegistry
  ) async throws(Problem) -> [Replacement] {
    guard let member = features?.members.first(where: { $0.key == old }) else { return [] }
    let entry = member.value
    let refusal = { (subject: String, message: String) in
      Problem(
        .refused, message, subject: subject, at: source.location(at: member.keyRange.lowerBound))
    }
    guard let image = ImageReference(new), let tag = image.tag, let needs = Self.needs(entry),
      let version = entry["version"], let resolved = entry["resolved"],
      let integrity = entry["integrity"],
      let location = resolved.string?.split(separator: "@").first
    else { throw refusal(old, "has an entry in the lock that martlet does not update") }
    guard old == new || (features?[new] == nil && !isNeeded(old)) else {
      throw refusal(
        old, "is in the lock for another feature too, whose entry martlet does not write")
    }
    let digest = try await registry.digest(of: tag, in: image)
    let metadata = try await FeatureMetadata(of: tag, in: image, registry)
    guard metadata.needs == needs, needs.allSatisfy({ features?[$0] != nil }) else {
      throw refusal(
        new, "depends on other features, whose entries in the lock martlet does not write")
    }
    return [
      (member.keyRange, new), (version.range, metadata.version),
      (resolved.range, "\(location)@\(digest)"), (integrity.range, digest),
    ].map { Replacement(file: source.file, range: $0, text: "\"\($1)\"") }
  }

  /// Whether another feature depends on one.
  private func isNeeded(_ name: String) -> Bool {
    features?.members.contains { Self.needs($0.value)?.contains(name) ?? true } ?? false
  }

  /// Returns the features that an entry depends on; nil if `dependsOn` isn't a list of names.
  ///
  ///     "dependsOn": ["ghcr.io/devcontainers/features/common-utils:2"]
  private static func needs(_ entry: Node) -> [String]? {
    guard let list = entry["dependsOn"] else { return [] }
    guard list.kind == .array else { return nil }
    let names = list.elements.map(\.string)
    return names.contains(nil) ? nil : names.compactMap(\.self)
  }
}

/// What the manifest of a feature says about it.
struct FeatureMetadata: Sendable {
  /// The complete version: `1.6.1`.
  var version: String
  /// The features it depends on, in the order of `dependsOn`.
  var needs: [String]
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
    needs = root["dependsOn"]?.members.map(\.key) ?? []
    documentation = root["documentationURL"]?.string
  }
}
