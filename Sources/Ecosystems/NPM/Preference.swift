import Ecosystem
import Versioning

/// Which versions a resolver takes of some packages, where their specs leave it a choice.
struct Preference: Hashable, Sendable {
  /// Versions to take, by package.
  var versions: [String: String] = [:]
  /// Versions that are taken where the one above cannot be: locked ones that a fix leaves alone.
  var staying: [String: Set<String>] = [:]
  /// How far packages may move from where they are.
  var bounds: [String: Bound] = [:]

  /// The largest step from a version.
  struct Bound: Hashable, Sendable {
    var from: Version
    var step: Step
    /// Stays where it is, rather than taking a larger step.
    var isStrict: Bool
  }

  /// The manifest to take instead of npm's choice; nil: npm's choice.
  func choice(_ wanted: Wanted, of packument: Packument, _ engines: Engines) -> VersionManifest? {
    if let version = versions[packument.name], let manifest = packument[version],
      wanted.admits(manifest)
    {
      return manifest
    }
    let kept = staying[packument.name]?.compactMap { packument[$0] }.filter(wanted.admits) ?? []
    let newest = kept.max { left, right in
      guard let left = left.version, let right = right.version else { return false }
      return left < right
    }
    if let newest { return newest }
    guard let bound = bounds[packument.name] else { return nil }
    return bounded(bound, wanted, packument, engines)
  }

  private func bounded(
    _ bound: Bound, _ wanted: Wanted, _ packument: Packument, _ engines: Engines
  ) -> VersionManifest? {
    let near = packument.versions.filter { manifest in
      guard let version = manifest.version, wanted.admits(manifest) else { return false }
      if version == bound.from { return true }
      guard let step = Step(from: bound.from, to: version), step <= bound.step else { return false }
      return manifest.deprecated == nil && manifest.runs(on: engines) && !version.isPrerelease
    }
    let best = near.max { left, right in
      guard let left = left.version, let right = right.version else { return false }
      return left < right
    }
    guard best?.version == bound.from, !bound.isStrict else { return best }
    return nil
  }
}

extension Wanted {
  /// Whether a version is one of those that a spec allows.
  func admits(_ manifest: VersionManifest) -> Bool {
    guard let version = manifest.version else { return false }
    switch self {
    case .version(let wanted): return manifest.key == wanted
    case .range(let range, let isStar): return isStar || range.contains(version)
    case .unspecified: return true
    case .tag: return false
    }
  }
}
