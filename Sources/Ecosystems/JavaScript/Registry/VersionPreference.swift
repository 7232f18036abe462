package import Versioning

/// Versions to choose instead of the tool's own choice, where a spec allows several.
package struct VersionPreference: Hashable, Sendable {
  /// The requested version of a package, by the registry's name.
  package var versions: [String: String] = [:]
  /// Further versions of packages that are requested at several for different requirements.
  package var further: [String: [String]] = [:]
  /// Locked versions to keep where the requested one does not fit, by the registry's name.
  package var staying: [String: Set<String>] = [:]
  /// The largest allowed step of a package, by the registry's name.
  package var bounds: [String: Bound] = [:]

  /// Creates a preference that leaves every choice to the tool.
  package init() {}

  /// Requests a version of a package, besides the one that is requested already.
  package mutating func request(_ version: String, of package: String) {
    guard let known = versions[package], known != version else {
      versions[package] = version
      return
    }
    further[package, default: []].append(version)
  }

  /// The largest step from a version.
  package struct Bound: Hashable, Sendable {
    var from: Version
    var step: Step
    var isStrict: Bool

    /// Allows steps from a version.
    ///
    /// - Parameters:
    ///   - from: the locked version.
    ///   - step: the largest step.
    ///   - isStrict: stays at `from` if every newer version needs a larger step.
    package init(from: Version, step: Step, isStrict: Bool) {
      self.from = from
      self.step = step
      self.isStrict = isStrict
    }
  }

  /// Returns the preferred version of a package that a spec allows; nil for the tool's own choice.
  ///
  /// The spec is parsed only for a package with a preference: most have none.
  package func choice(
    for spec: @autoclosure () -> PackageSpec, of packument: Packument, _ engines: Engines
  ) -> VersionManifest? {
    guard concerns(packument.name) else { return nil }
    let spec = spec()
    if let first = requested(packument.name).compactMap({ packument[$0] }).first(where: spec.admits)
    {
      return first
    }
    let kept = staying[packument.name]?.compactMap { packument[$0] }.filter(spec.admits) ?? []
    if let newest = newest(of: kept) { return newest }
    guard let bound = bounds[packument.name] else { return nil }
    return bounded(bound, spec, packument, engines)
  }

  /// Returns the requested versions of a package, in the order of the requests.
  package func requested(_ package: String) -> [String] {
    [versions[package]].compactMap(\.self) + (further[package] ?? [])
  }

  /// Whether a version of a package replaces another one that a dependent could keep.
  ///
  /// It does if the goal demands it, as in `npm install NAME@VERSION`, unless the other one is newer and
  /// stays.
  package func demands(
    _ version: String, insteadOf other: String, of package: String
  ) -> Bool {
    guard versions[package] != nil else { return false }
    let requested = requested(package)
    guard requested.contains(version), !requested.contains(other) else { return false }
    guard staying[package]?.contains(other) == true, let new = Version(version, loose: true),
      let old = Version(other, loose: true)
    else { return true }
    return old < new
  }

  private func concerns(_ name: String) -> Bool {
    versions[name] != nil || staying[name] != nil || bounds[name] != nil
  }

  private func bounded(
    _ bound: Bound, _ spec: PackageSpec, _ packument: Packument, _ engines: Engines
  ) -> VersionManifest? {
    let near = packument.versions.filter { manifest in
      guard let version = manifest.version, spec.admits(manifest) else { return false }
      if version == bound.from { return true }
      guard let step = Step(from: bound.from, to: version), step <= bound.step else { return false }
      return manifest.deprecated == nil && manifest.runs(on: engines) && !version.isPrerelease
    }
    let best = newest(of: near)
    guard best?.version == bound.from, !bound.isStrict else { return best }
    return nil
  }

  private func newest(of manifests: [VersionManifest]) -> VersionManifest? {
    manifests.max { left, right in
      guard let left = left.version, let right = right.version else { return false }
      return left < right
    }
  }
}

extension PackageSpec {
  fileprivate func admits(_ manifest: VersionManifest) -> Bool {
    manifest.version.map { admits($0) } ?? false
  }
}
