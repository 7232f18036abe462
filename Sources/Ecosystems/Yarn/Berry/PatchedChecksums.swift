import Archives
import Ecosystem
import JavaScript

extension BerryArchive {
  /// Returns the checksum of a package with a patch that changes it.
  ///
  /// - Throws: a refusal if the lock doesn't prove what the patch does.
  func patchedChecksum(of package: BerryTarball) async throws(Problem) -> String {
    guard case .success(let proven) = package.proof,
      let version = Version(String(package.source.range.dropFirst(4).prefix { $0 != ":" }))
    else {
      return try await unpatchedChecksum(of: package)
    }
    let effects = try proven.effects(for: version, of: package.locator.name)
    let patched = try await patched(package, by: effects, proven.identity)
    switch patched.outcome {
    case .missing where BuiltInPatch.skipsMissingFiles(yarn): return patched.checksum
    case .missing(let file): throw package.refusal("whose file \(file) it lacks")
    case .unsupported(let file):
      throw package.refusal("for \(file), which has a form that martlet doesn't know")
    case .applied, .unmatched: break
    }
    guard proven.covers(patched.outcome) else {
      throw package.refusal("that no locked version with a checksum shows")
    }
    return patched.checksum
  }

  /// Returns the checksum of a package that lacks the file of its patch, which needs no proof.
  private func unpatchedChecksum(of package: BerryTarball) async throws(Problem) -> String {
    let limits = PackageArchive.Limits.large
    let reason: Problem =
      if case .failure(let problem) = package.proof { problem } else {
        package.refusal("that isn't proven")
      }
    guard BuiltInPatch.skipsMissingFiles(yarn), let file = package.patch?.file,
      let tarball = try await tarball(of: package, within: limits)
    else { throw reason }
    let archive = archive(of: package, limits)
    let checksum = try Self.read(package) { () throws(ArchiveFailure) in
      try archive.contains(file, in: tarball) ? nil : try archive.checksum(of: tarball)
    }
    guard let found = checksum ?? nil else { throw reason }
    return found
  }

  /// Computes the checksum of a package with a patch, or returns it from the cache.
  ///
  /// - Parameters:
  ///   - package: the package.
  ///   - effects: the changes for its version.
  ///   - identity: identifies the patch in caches.
  /// - Returns: the hexadecimal SHA-512, and the result of applying the patch.
  /// - Throws: a `Problem` if the tarball can't be fetched, is malformed or too large.
  func patched(
    _ package: BerryTarball, by effects: [PatchEffect], _ identity: String
  ) async throws(Problem) -> (checksum: String, outcome: PatchedArchive.Outcome) {
    let locator = package.locator.description
    let cache = PatchCache(
      contents, "yarn-patched", [identity, locator, try address(of: package), "\(compression)"])
    if let known = await cache.load().flatMap(Self.result) { return known }
    let limits = PackageArchive.Limits.large
    var package = package
    package.patch = BuiltInPatch(hash: effects.hash, file: effects.first?.path)
    let plain = archive(of: package, limits)
    let computed = try await tarball(of: package, within: limits).flatMap {
      (tarball) throws(Problem) in
      try Self.read(package) { () throws(ArchiveFailure) in
        try PatchedArchive(plain: plain, effects: effects).checksum(of: tarball)
      }
    }
    guard let computed else { throw package.refusal("and is too large to check") }
    switch computed.outcome {
    case .applied: await cache.keep(Array("applied \(computed.checksum)".utf8))
    case .unmatched: await cache.keep(Array("unmatched \(computed.checksum)".utf8))
    case .missing, .unsupported: break
    }
    return computed
  }

  /// Reads `applied 5f0c…`.
  private static func result(
    _ bytes: [UInt8]
  ) -> (checksum: String, outcome: PatchedArchive.Outcome)? {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2, words[1].utf8.count == 128 else { return nil }
    switch words[0] {
    case "applied": return (words[1], .applied)
    case "unmatched": return (words[1], .unmatched)
    default: return nil
    }
  }
}
