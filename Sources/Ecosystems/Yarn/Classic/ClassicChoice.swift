import Ecosystem
import JSON
import JavaScript

/// The version that Yarn 1 takes from a registry's document for a range or a tag.
struct ClassicChoice {
  private let packument: Packument
  /// The manifest.
  let node: JSON.Node
  /// The version in the manifest.
  let version: String

  /// Chooses the preferred version, then the tag `latest` if it fits, then the newest that fits.
  ///
  /// - Throws: a `Problem` of kind `unsolvable` if no version fits.
  init(
    _ range: String, of packument: Packument, _ preference: VersionPreference, _ engines: Engines
  ) throws(Problem) {
    let manifest =
      preference.choice(for: PackageSpec(range), of: packument, engines)
      ?? Self.choice(packument.distTags[range] ?? range, packument)
    guard let manifest else {
      throw Problem(
        .unsolvable, "has no version that fits", subject: "\(packument.name)@\(range)",
        explanation: ["The registry has no version of \(packument.name) that fits \(range)."])
    }
    self.packument = packument
    node = try manifest.read()
    try manifest.checkDistribution(node)
    version = node["version"]?.string ?? manifest.key
  }

  private static func choice(_ range: String, _ packument: Packument) -> VersionManifest? {
    if let latest = packument.distTags["latest"], let version = Version(latest),
      Range(range)?.contains(version) == true
    {
      return packument[latest]
    }
    guard let range = Range(range, loose: true) else { return nil }
    var best: VersionManifest?
    for manifest in packument.versions {
      guard let version = manifest.version, range.contains(version) else { continue }
      if best?.version.map({ $0 < version }) ?? true { best = manifest }
    }
    return best
  }

  /// Returns the address of the tarball with its SHA-1, on Yarn's host or as the registry has it.
  func resolved(fromYarn: Bool) throws(Problem) -> String {
    let dist = node["dist"]
    guard let tarball = dist?["tarball"]?.string, let shasum = dist?["shasum"]?.string else {
      throw Problem(
        .refused, "has no SHA-1 in the registry, which Yarn 1 writes into its lock",
        subject: "\(packument.name)@\(version)")
    }
    return "\(fromYarn ? Self.onYarnsHost(tarball) : tarball)#\(shasum)"
  }

  /// Returns an address with Yarn's host instead of npm's.
  private static func onYarnsHost(_ address: String) -> String {
    // Searching is slow, and nearly all addresses begin with the host.
    let host = "https://registry.npmjs.org"
    var (head, rest) = ("", address[...])
    if address.hasPrefix(host) {
      head = "https://registry.yarnpkg.com"
      rest = rest.dropFirst(host.count)
    }
    guard rest.utf8.contains(UInt8(ascii: ":")) else { return head + rest }
    return head
      + rest.replacing(host, with: "https://registry.yarnpkg.com")
      .replacing("http://registry.npmjs.org", with: "https://registry.yarnpkg.com")
  }

  /// The digest; without one in the registry, the SHA-1.
  var integrity: String? {
    get throws(Problem) {
      let dist = node["dist"]
      return dist?["integrity"]?.string ?? dist?["shasum"]?.string.flatMap(Integrity.ofSHA1)
    }
  }
}

/// What a lock says about a version of the registry.
struct ClassicRelease {
  var version: String
  var manifest: ClassicManifest
  /// The address of the tarball with its SHA-1.
  var resolved: String
  var integrity: String?
}
