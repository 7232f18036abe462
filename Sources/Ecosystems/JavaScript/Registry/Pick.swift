package import Ecosystem
package import Time

/// Settings that influence the choice of a version besides the spec.
package struct PickOptions: Hashable, Sendable {
  /// Ignores versions published later.
  package var before: Timestamp?
  /// Versions to avoid if there is another one; parsed loosely and with pre-releases.
  package var avoid: Range?
  /// npm's setting `tag`: if the range contains its version, newer ones are not considered.
  package var defaultTag = "latest"
  /// Whether the default tag's version is taken if it is deprecated or for other engines, as before
  /// npm-pick-manifest 9.1.
  package var takesAnyLatest = false
  /// Versions that do not run on these come last.
  package var engines: Engines

  /// Creates options without a date and without versions to avoid.
  package init(engines: Engines) {
    self.engines = engines
  }
}

/// The reason why no version was chosen, with npm's error code.
package enum PickFailure: Error, Hashable, Sendable {
  /// ETARGET: no version matches.
  case noMatch
  /// ENOVERSIONS: there are no versions, or none before the date.
  case noVersions
  /// E403: a policy of the registry withholds the version; the registry's message.
  case forbidden(String)
  /// The options have a date, and the document's times are unreadable.
  case unreadable(Problem)
  /// The spec does not ask a registry.
  case notFromRegistry
}

extension Packument {
  /// Returns the version that npm installs: npm-pick-manifest 9.1.0, part of npm 10.8.2.
  ///
  /// A version without a time counts as published before any date. Staged versions are ignored, as
  /// npm does by default.
  package func pick(
    _ spec: PackageSpec, _ options: PickOptions
  ) throws(PickFailure) -> VersionManifest {
    guard let picked = try Picker(self, options).pick(spec.unaliased) else {
      throw .noMatch
    }
    if picked.isRestricted { throw .forbidden(restriction ?? "") }
    return picked
  }
}

/// One choice from one packument.
private struct Picker {
  let packument: Packument
  let options: PickOptions
  let times: [String: Timestamp?]

  init(_ packument: Packument, _ options: PickOptions) throws(PickFailure) {
    self.packument = packument
    self.options = options
    do throws(Problem) {
      times = options.before == nil ? [:] : try packument.times ?? [:]
    } catch {
      throw .unreadable(error)
    }
  }

  func pick(_ spec: PackageSpec) throws(PickFailure) -> VersionManifest? {
    switch spec {
    case .version(let version):
      let key = version.description
      return isBefore(key) ? packument[key] : nil
    case .tag(let tag): return try pick(tag: tag)
    case .range, .any: return try pickBest(spec)
    case .alias, .directory, .file, .remote, .git, .unsupported: throw .notFromRegistry
    }
  }

  private func pick(tag: String) throws(PickFailure) -> VersionManifest? {
    guard let version = packument.distTags[tag] else { return nil }
    if isBefore(version) { return packument[version] }
    guard let range = Range("<=\(version)", loose: true) else { return nil }
    return try pickBest(.range(range))
  }

  private func pickBest(_ spec: PackageSpec) throws(PickFailure) -> VersionManifest? {
    if let tagged = defaultVersion(for: spec) { return tagged }
    let isEmpty = !(packument.versions + packument.restricted).contains { isBefore($0.key) }
    if isEmpty { throw .noVersions }
    return best { spec.selects($0) }
  }

  /// The version of the default tag, if the spec allows it and its grade is `good`.
  private func defaultVersion(for spec: PackageSpec) -> VersionManifest? {
    guard let tagged = packument.distTags[options.defaultTag], let manifest = packument[tagged],
      spec.takesAnyLatest || manifest.version.map(spec.selects) == true, isBefore(tagged),
      options.takesAnyLatest || grade(manifest) == .good
    else { return nil }
    return manifest
  }

  /// Returns the newest version of the highest grade; of equal ones the first in the document.
  ///
  /// Searches backwards: registries list newer versions later, and after the first good version
  /// only newer ones need a grade.
  private func best(where isSelected: (Version) -> Bool) -> VersionManifest? {
    var best: (manifest: VersionManifest, version: Version, grade: Grade)?
    for manifest in packument.restricted.reversed() + packument.versions.reversed() {
      guard let version = manifest.version, isSelected(version) else { continue }
      if let best, best.grade == .good, version < best.version { continue }
      guard isBefore(manifest.key) else { continue }
      let grade = grade(manifest)
      if let best, (grade, version) < (best.grade, best.version) { continue }
      best = (manifest, version, grade)
    }
    return best?.manifest
  }

  private func isBefore(_ version: String) -> Bool {
    guard let before = options.before, let time = times[version] else { return true }
    return time.map { $0 <= before } ?? false
  }

  private func grade(_ manifest: VersionManifest) -> Grade {
    let runs = manifest.runs(on: options.engines)
    let isCurrent = manifest.deprecated == nil
    let avoids = manifest.version.map { options.avoid?.contains($0) ?? false } ?? false
    return Grade(
      weights: (avoids ? 0 : 16) | (manifest.isRestricted ? 0 : 8) | (runs && isCurrent ? 4 : 0)
        | (runs ? 2 : 0) | (isCurrent ? 1 : 0))
  }
}

/// The rank of a version among those in range: a bit for each criterion, the most important highest.
private struct Grade: Comparable {
  let weights: Int

  /// All criteria are met.
  static let good = Grade(weights: 31)

  static func < (left: Grade, right: Grade) -> Bool { left.weights < right.weights }
}
