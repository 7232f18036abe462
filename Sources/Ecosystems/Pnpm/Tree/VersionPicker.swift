import Ecosystem
import JavaScript
import Time

/// Picks a version of a registry's document: `pickPackageFromMeta.ts` of pnpm 10.
struct VersionPicker {
  let packument: Packument
  /// Versions published later are left out.
  var publishedBy: Timestamp?
  /// Whether a package with preferred versions gets a deprecated one if that is the newest that fits.
  private let takesDeprecated: Bool
  private let versions: [VersionManifest]
  private let tags: [String: String]
  /// The versions and tags from which exact requirements and preferred versions are taken.
  private let all: (versions: [VersionManifest], tags: [String: String])

  /// Prepares a document.
  ///
  /// - Parameters:
  ///   - packument: the document.
  ///   - publishedBy: the limit; nil for versions of any age.
  ///   - scope: the versions that may be younger.
  ///   - version: the version of pnpm.
  /// - Throws: `Problem` if the document has no times and a date is given.
  init(
    _ packument: Packument, publishedBy: Timestamp?,
    excluding scope: ReleaseAgeExclusions.Scope = .versions([]), _ version: PnpmVersion
  ) throws(Problem) {
    self.packument = packument
    takesDeprecated = version.has(.takesDeprecatedBesidesPreferred)
    self.publishedBy = publishedBy
    guard let date = publishedBy, scope != .all else {
      versions = packument.versions
      tags = packument.distTags
      all = (versions, tags)
      return
    }
    guard let times = try packument.times else {
      throw Problem(
        .refused, "has no publication times in the registry, which pnpm needs to compare ages",
        subject: packument.name)
    }
    let kept = packument.versions.filter { manifest in
      (times[manifest.key] ?? nil).map { $0 <= date } ?? false || scope.contains(manifest.key)
    }
    versions = kept
    guard !version.has(.ignoresAgeOfPreferred) else {
      let keys = Set(kept.map(\.key))
      tags = packument.distTags.filter { keys.contains($0.value) }
      all = (packument.versions, packument.distTags)
      return
    }
    tags = Self.tags(packument, within: kept, isDescending: version.has(.movesTagsDown))
    all = (versions, tags)
  }

  /// Moves tags of versions that are too young to the highest version that isn't.
  private static func tags(
    _ packument: Packument, within kept: [VersionManifest], isDescending: Bool
  ) -> [String: String] {
    let keys = Set(kept.map(\.key))
    var result: [String: String] = [:]
    for (tag, version) in packument.distTags {
      if keys.contains(version) {
        result[tag] = version
        continue
      }
      guard let original = Version(version, loose: true) else { continue }
      var best: VersionManifest?
      for candidate in kept {
        guard let parsed = candidate.version,
          tag == "latest" || parsed.major == original.major,
          !isDescending || parsed <= original,
          parsed.isPrerelease == original.isPrerelease
        else { continue }
        guard let current = best, let currentVersion = current.version else {
          best = candidate
          continue
        }
        let isDeprecated = candidate.deprecated != nil
        let wasDeprecated = current.deprecated != nil
        if (parsed > currentVersion && isDeprecated == wasDeprecated)
          || (wasDeprecated && !isDeprecated)
        {
          best = candidate
        }
      }
      if let best { result[tag] = best.key }
    }
    return result
  }

  /// Returns the version for a requirement; nil if none fits.
  func pick(
    _ kind: RegistrySpec.Kind, _ preferred: [String: PreferredSelector]?, lowest: Bool
  ) -> VersionManifest? {
    switch kind {
    case .version(let version): manifest(version)
    case .tag(let tag): all.tags[tag].flatMap(manifest)
    case .range(let range, let canonical):
      lowest ? pickLowest(range, canonical, preferred) : pickHighest(range, canonical, preferred)
    }
  }

  private func manifest(_ version: String) -> VersionManifest? {
    all.versions.last { $0.key == version }
  }

  private func pickHighest(
    _ range: Range, _ canonical: String, _ preferred: [String: PreferredSelector]?
  ) -> VersionManifest? {
    let tagged = all.tags["latest"].flatMap(manifest)
    let isTaggedFitting = tagged?.version.map(range.contains) ?? false
    for group in groups(preferred ?? [:], besides: canonical) {
      if let tagged, isTaggedFitting, group.contains(where: { $0.key == tagged.key }) {
        return tagged
      }
      if let best = Self.highest(group, range) { return best }
    }
    if let latest = tags["latest"].flatMap(manifest),
      canonical == "*" || latest.version.map(range.contains) ?? false
    {
      return latest
    }
    let best = Self.highest(versions, range)
    if takesDeprecated, preferred?.isEmpty == false { return best }
    if let found = best, found.deprecated != nil, versions.count > 1,
      let other = Self.highest(versions.filter { $0.deprecated == nil }, range)
    {
      return other
    }
    return best
  }

  private func pickLowest(
    _ range: Range, _ canonical: String, _ preferred: [String: PreferredSelector]?
  ) -> VersionManifest? {
    let lowest = { (list: [VersionManifest]) in
      list.filter { $0.version.map(range.contains) ?? false }.min { Self.precedes($0, $1) }
    }
    for group in groups(preferred ?? [:], besides: canonical) {
      if let found = lowest(group) { return found }
    }
    let hasPreferred = takesDeprecated && preferred?.isEmpty == false
    if canonical == "*", !hasPreferred || lowest(versions) == nil {
      return versions.min { Self.precedes($0, $1) }
    }
    return lowest(versions)
  }

  /// Returns the preferred versions by descending weight.
  private func groups(
    _ preferred: [String: PreferredSelector], besides range: String
  ) -> [[VersionManifest]] {
    if preferred.isEmpty { return [] }
    var weights: [String: Int] = [:]
    for (text, selector) in preferred where text != range {
      switch selector.kind {
      case .tag:
        if let version = all.tags[text] { weights[version, default: 0] += selector.weight }
      case .version: weights[text, default: 0] += selector.weight
      case .range:
        guard let range = Range(text, loose: true) else { continue }
        for manifest in all.versions where manifest.version.map(range.contains) ?? false {
          weights[manifest.key, default: 0] += selector.weight
        }
      }
    }
    var groups: [Int: [VersionManifest]] = [:]
    for manifest in all.versions {
      if let weight = weights[manifest.key] { groups[weight, default: []].append(manifest) }
    }
    return groups.sorted { $0.key > $1.key }.map(\.value)
  }

  private static func highest(_ list: [VersionManifest], _ range: Range) -> VersionManifest? {
    list.filter { $0.version.map(range.contains) ?? false }.max { precedes($0, $1) }
  }

  private static func precedes(_ left: VersionManifest, _ right: VersionManifest) -> Bool {
    guard let left = left.version, let right = right.version else { return false }
    return left < right
  }
}
