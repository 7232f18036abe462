import Ecosystem
import JSON
import JavaScript
import Time

/// The version that Yarn 3 and 4 take from a registry's document for a range or a tag.
struct BerryChoice {
  private let packument: Packument
  private let node: JSON.Node
  /// The version.
  let key: String

  /// Chooses the preferred version, else the newest one that fits and isn't deprecated.
  ///
  /// - Throws: a `Problem` of kind `unsolvable` if no version fits or is old enough.
  init(_ text: String, of packument: Packument, _ input: BerryInput) throws(Problem) {
    self.packument = packument
    let chosen: VersionManifest?
    if let preferred = input.preference.choice(
      for: PackageSpec(text), of: packument, input.engines)
    {
      chosen = preferred
    } else if let range = BerryRange.isValid(text) ? Range(text) : nil {
      chosen = try Self.newest(range, text, packument, input)
    } else {
      chosen = try Self.tagged(text, packument, input)
    }
    guard let found = chosen else {
      throw Problem(
        .unsolvable, "has no version that fits", subject: "\(packument.name)@\(text)",
        explanation: ["The registry has no version of \(packument.name) that fits \(text)."])
    }
    key = found.key
    node = try found.read()
    try found.checkDistribution(node)
  }

  private static func newest(
    _ range: Range, _ text: String, _ packument: Packument, _ input: BerryInput
  ) throws(Problem) -> VersionManifest? {
    var fitting = packument.versions.filter { fits($0, range) }
    if fitting.isEmpty, text == "*", input.yarn >= Version(4, 18, 0),
      let all = Range("*", includePrerelease: true)
    {
      fitting = packument.versions.filter { fits($0, all) }
    }
    let old = try Self.oldEnough(fitting, packument, input)
    if old.isEmpty, !fitting.isEmpty { throw tooYoung("\(packument.name)@\(text)") }
    let usable = old.filter { $0.deprecated?.isEmpty ?? true }
    var best: VersionManifest?
    for manifest in usable.isEmpty ? old : usable {
      guard let version = manifest.version else { continue }
      if best?.version.map({ $0 < version }) ?? true { best = manifest }
    }
    return best
  }

  /// Whether a range contains a version, whose key must be written strictly.
  private static func fits(_ manifest: VersionManifest, _ range: Range) -> Bool {
    // Keys are parsed again only if the loosely parsed version fits.
    guard let version = manifest.version, range.contains(version) else { return false }
    return Version(manifest.key) != nil
  }

  /// Returns the version of a tag; for `latest` of a young version an older one.
  private static func tagged(
    _ tag: String, _ packument: Packument, _ input: BerryInput
  ) throws(Problem) -> VersionManifest? {
    guard let text = packument.distTags[tag] else {
      throw Problem(
        .unsolvable, "is a tag that the registry doesn't have", subject: "\(packument.name)@\(tag)")
    }
    guard let found = packument[text], let version = found.version else { return nil }
    guard tag == "latest", try oldEnough([found], packument, input).isEmpty else { return found }
    let older = packument.versions.filter { manifest in
      manifest.version.map { $0 < version && (version.isPrerelease || !$0.isPrerelease) } ?? false
    }
    let usable = try oldEnough(older, packument, input)
    var best: VersionManifest?
    for manifest in usable {
      guard let version = manifest.version else { continue }
      if best?.version.map({ $0 < version }) ?? true { best = manifest }
    }
    guard let best else { throw tooYoung("\(packument.name)@\(tag)") }
    return best
  }

  private static func tooYoung(_ subject: String) -> Problem {
    Problem(
      .unsolvable, "has no version that is old enough", subject: subject,
      explanation: ["npmMinimalAgeGate excludes all versions that fit."])
  }

  /// Returns the versions that aren't younger than `npmMinimalAgeGate`; without a time a version is.
  private static func oldEnough(
    _ manifests: [VersionManifest], _ packument: Packument, _ input: BerryInput
  ) throws(Problem) -> [VersionManifest] {
    if input.age.minutes == 0 || manifests.isEmpty { return manifests }
    let times = try packument.times(of: Set(manifests.map(\.key))) ?? [:]
    let limit = input.now - .minutes(input.age.minutes)
    return manifests.filter { manifest in
      if let time = times[manifest.key] ?? nil, time <= limit { return true }
      return manifest.version.map { input.age.exempts($0, of: packument.name) } ?? false
    }
  }

  /// The reference in the locator: the version, and an unconventional address of the tarball.
  func reference(_ settings: Settings) throws(Problem) -> String {
    guard let tarball = node["dist"]?["tarball"]?.string, let name = PackageName(packument.name)
    else { return "npm:\(key)" }
    let registry = try settings.registry(for: name)
    let isUsual = [true, false].contains { isEscaped in
      Self.common(BerryArchive.address(of: name, key, in: registry, isEscaped: isEscaped))
        == Self.common(tarball)
    }
    return isUsual
      ? "npm:\(key)" : "npm:\(key)::__archiveUrl=\(BerryRange.encoded(tarball))"
  }

  /// Npm's and Yarn's host have the same tarballs.
  private static func common(_ url: String) -> String {
    for host in ["http://registry.npmjs.org/", "https://registry.npmjs.org/"]
    where url.hasPrefix(host) {
      return "https://registry.yarnpkg.com/" + url.dropFirst(host.count)
    }
    return url
  }

  /// Returns the package as a lock contains it.
  func package(_ locator: Pattern, _ input: BerryInput) throws(Problem) -> BerryPackage {
    var package = BerryPackage(node, locator: locator)
    package.version = key
    package.addNodeGyp(node)
    if input.writesProtocol {
      package.dependencies = package.dependencies.map {
        Pattern(name: $0.name, range: BerryRange.normalized($0.range))
      }
    }
    return package
  }
}
