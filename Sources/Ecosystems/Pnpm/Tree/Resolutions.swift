import Ecosystem
import JSON
import JavaScript

/// The entry of `resolution` for a package of a registry: `toLockfileResolution` of pnpm 10.
struct Resolutions {
  private let settings: Settings
  private let includesTarball: Bool
  private let needsDigest: Bool
  private let namesHost: Bool

  init(_ input: ResolverInput) {
    settings = input.registries
    needsDigest = input.version.has(.hashesTarballs)
    namesHost = input.version.has(.namesTarballHost)
    includesTarball = input.settings.lockfileIncludeTarballURL
  }

  /// Returns digest and address; the address only if it isn't the registry's usual one.
  ///
  /// - Throws: a refusal for a package without a digest, whose tarball pnpm 11 would hash.
  func resolution(of manifest: PackageManifest, _ node: JSON.Node) throws(Problem) -> Object {
    let dist = node["dist"]
    let tarball = dist?["tarball"]?.string ?? ""
    if namesHost { try requireHost(of: tarball, manifest) }
    let integrity =
      dist?["integrity"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      ?? dist?["shasum"]?.string.flatMap(Integrity.ofSHA1)
    guard let integrity else {
      if !needsDigest { return Object([("tarball", .string(tarball))]) }
      throw Problem(
        .refused, "has no digest in the registry, and martlet does not download it to compute one",
        subject: "\(manifest.name)@\(manifest.version)")
    }
    var result = Object([("integrity", .string(integrity))])
    let isUsual = try isUsual(tarball, manifest)
    if includesTarball || !isUsual {
      result["tarball"] = .string(tarball)
      if Self.isGitHosted(tarball) { result["gitHosted"] = true }
    }
    return result
  }

  /// Returns the entry of a package that stays, with the digest of the lock.
  ///
  /// - Parameters:
  ///   - old: its entry in the lock.
  ///   - manifest: the manifest.
  ///   - present: what the registry says now.
  /// - Returns: digest and address.
  /// - Throws: `Problem` if the registry has another digest.
  func kept(
    _ old: Object, of manifest: PackageManifest, _ present: Object
  ) throws(Problem) -> Object {
    let subject = "\(manifest.name)@\(manifest.version)"
    guard let integrity = old["integrity"]?.string else {
      throw Problem(.refused, "has no digest in the lock", subject: subject)
    }
    if let new = present["integrity"]?.string, !Integrity.agree(integrity, new) {
      throw Problem(
        .failed, "is locked with a digest other than the registry's", subject: subject,
        advice: "find out why its content was replaced before you create a new lock")
    }
    var result = Object([("integrity", .string(integrity))])
    let usual = try usual(manifest) ?? ""
    let tarball = old["tarball"]?.string ?? usual
    let isUsual = try isUsual(tarball, manifest)
    if includesTarball || !isUsual { result["tarball"] = .string(tarball) }
    return result
  }

  private func isUsual(
    _ tarball: String, _ manifest: PackageManifest
  ) throws(Problem) -> Bool {
    guard let expected = try usual(manifest) else { return false }
    if tarball == expected { return true }
    var actual = tarball
    if let escaped = actual.firstRange(of: "%2f") { actual.replaceSubrange(escaped, with: "/") }
    return Self.withoutProtocol(expected) == Self.withoutProtocol(actual)
  }

  /// The usual address of a tarball: `get-npm-tarball-url`.
  func usual(_ manifest: PackageManifest) throws(Problem) -> String? {
    guard let name = PackageName(manifest.name) else { return nil }
    let registry = try settings.registry(for: name)
    let version = manifest.version.utf8.prefix { $0 != UInt8(ascii: "+") }
    return "\(registry)/\(manifest.name)/-/\(name.withoutScope)-\(Substring(version)).tgz"
  }

  /// Refuses a tarball on another host than the registry's, which pnpm before 8.11 names in the path.
  private func requireHost(of tarball: String, _ manifest: PackageManifest) throws(Problem) {
    let host = { (address: String) in Self.withoutProtocol(address).prefix { $0 != "/" } }
    guard host(tarball) != host(try usual(manifest) ?? "") else { return }
    throw Problem(
      .refused,
      "has its tarball on another host than the registry, which pnpm before 8.11 writes into the lock",
      subject: "\(manifest.name)@\(manifest.version)")
  }

  private static func withoutProtocol(_ address: String) -> Substring {
    address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
  }

  private static func isGitHosted(_ address: String) -> Bool {
    let hosts = ["https://codeload.github.com/", "https://bitbucket.org/", "https://gitlab.com/"]
    return hosts.contains(where: address.hasPrefix) && address.contains("tar.gz")
  }
}
