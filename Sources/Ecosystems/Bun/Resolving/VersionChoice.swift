import Ecosystem
import JavaScript
import Time

/// The version that Bun 1.4.4 takes from a registry's document.
struct VersionChoice {
  let packument: Packument
  /// The minimum age of versions in seconds; nil for none, and for packages that are exempt.
  var age: Int64?
  var now = Timestamp.now()
  /// Whether deprecated versions are passed over.
  var avoidsDeprecated = true
  /// The versions with a patch, which come before all others.
  var patched: Set<String> = []

  /// Returns the version of a tag, which can be of any age.
  ///
  /// - Throws: a `Problem` of the kind `unsolvable` if the package doesn't have the tag.
  func tagged(_ tag: String) throws(Problem) -> VersionManifest {
    guard let version = packument.distTags[tag], let manifest = packument[version] else {
      throw unsolvable(tag)
    }
    if let age, try !isOld(manifest, age) {
      throw Problem(
        .refused, "is a tag of a version that is younger than minimumReleaseAge",
        subject: "\(packument.name)@\(tag)")
    }
    return manifest
  }

  /// Chooses a version for a range: `latest` if it fits, else the highest; deprecated versions come
  /// last.
  ///
  /// - Throws: a `Problem` of the kind `unsolvable` if no version fits.
  func best(_ range: BunRange, _ text: String) throws(Problem) -> VersionManifest {
    if case .exact(let version) = range {
      guard let exact = packument.versions.last(where: { $0.version == version }) else {
        throw unsolvable(text)
      }
      if let age, try !isOld(exact, age) { throw tooYoung(text) }
      return exact
    }
    let latest = packument.distTags["latest"]
    var fitting = packument.versions.filter { manifest in
      guard let version = manifest.version else { return false }
      return range.admits(version) || range == .any && manifest.key == latest
    }
    let current = avoidsDeprecated ? fitting.filter { !Self.isDeprecated($0) } : []
    if !current.isEmpty { fitting = current }
    fitting.sort { left, right in
      guard let left = left.version, let right = right.version else { return false }
      return right < left
    }
    if let known = fitting.first(where: { patched.contains($0.key) }) { return known }
    let releases = fitting.filter { $0.version?.isPrerelease == false }
    if range.namesPrerelease {
      let preferred = releases.isEmpty ? fitting : releases
      return try first(preferred, nil, text)
    }
    return try first(
      releases.isEmpty || range == .any ? fitting : releases, fitting.first { $0.key == latest },
      text)
  }

  private static func isDeprecated(_ manifest: VersionManifest) -> Bool {
    manifest.deprecated != nil
  }

  /// Returns the preferred version if it is old enough, else the first that is.
  private func first(
    _ sorted: [VersionManifest], _ preferred: VersionManifest?, _ text: String
  ) throws(Problem) -> VersionManifest {
    guard let age else {
      guard let manifest = preferred ?? sorted.first else { throw unsolvable(text) }
      return manifest
    }
    if let preferred, try isOld(preferred, age) { return preferred }
    guard let manifest = try stable(sorted, age) else { throw tooYoung(text) }
    return manifest
  }

  /// Returns the highest version that is old enough and wasn't replaced soon after; it looks back at
  /// most 7 days further than the age.
  private func stable(_ sorted: [VersionManifest], _ age: Int64) throws(Problem) -> VersionManifest?
  {
    let week: Int64 = 7 * 86_400
    var following: Int64?
    var candidate: VersionManifest?
    for manifest in sorted {
      let published = try self.published(manifest)
      let elapsed = now.seconds - published
      if elapsed < age {
        following = published
        continue
      }
      guard let next = following else { return manifest }
      if elapsed > age + week { return candidate ?? manifest }
      if next - published >= min(age, week) { return manifest }
      candidate = candidate ?? manifest
      following = published
    }
    return candidate
  }

  private func isOld(_ manifest: VersionManifest, _ age: Int64) throws(Problem) -> Bool {
    now.seconds - (try published(manifest)) >= age
  }

  private func published(_ manifest: VersionManifest) throws(Problem) -> Int64 {
    guard let times = try packument.times(of: [manifest.key]),
      let time = times[manifest.key].flatMap(\.self)
    else {
      throw Problem(
        .refused, "has no time in the registry, which minimumReleaseAge needs",
        subject: "\(packument.name)@\(manifest.key)")
    }
    return time.seconds
  }

  private func unsolvable(_ text: String) -> Problem {
    Problem(
      .unsolvable, "has no version that fits", subject: "\(packument.name)@\(text)",
      explanation: ["The registry has no version of \(packument.name) that fits \(text)."])
  }

  private func tooYoung(_ text: String) -> Problem {
    Problem(
      .unsolvable, "has no version that is old enough", subject: "\(packument.name)@\(text)",
      explanation: ["minimumReleaseAge of bunfig.toml excludes every version that fits \(text)."])
  }
}
