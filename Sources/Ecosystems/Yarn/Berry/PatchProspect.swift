package import Ecosystem
package import JavaScript

extension YarnSources {
  /// Returns what the files already say about packages whose checksum martlet may not be able to
  /// compute.
  ///
  /// These are the packages that Yarn patches itself, and all packages if Yarn 4 compresses them. Whether
  /// the lock proves a patch is known only from tarballs.
  package func prospect(
    of package: String
  ) throws(Problem) -> @Sendable (_ version: String?) -> Prospect? {
    guard case .berry(let yarn) = line, case .berry(let lock) = try self.lock.get()?.content else {
      return { _ in nil }
    }
    if let compressed = compressed(package, lock, yarn) { return { _ in compressed } }
    guard BuiltInPatch.names.contains(package) else { return { _ in nil } }
    let patches = lock.patches(of: package)
    let isChecked = !patches.allSatisfy { $0.isConditional && $0.checksum == nil }
    let refusal = refusal(of: package, patches)
    return { version in
      let version = version.flatMap { Version($0) }
      let patch = version.flatMap { BuiltInPatch(package, $0, yarn) }
      if patch != nil || version == nil, !isChecked, !patches.isEmpty { return nil }
      if let patch, patch.file == nil { return nil }
      if let version, patches.contains(where: { $0.version == version }) { return nil }
      if let refusal, patch == nil || !BuiltInPatch.skipsMissingFiles(yarn) { return refusal }
      return .untested("gets a patch of Yarn's own, which the present lock has to prove")
    }
  }

  /// Returns why no version with a patch of Yarn's own can be locked; nil if the files don't say it.
  private func refusal(of package: String, _ patches: [LockedPatch]) -> Prospect? {
    let problem: Problem? =
      if patches.isEmpty {
        LockedPatch.isMissing(package)
      } else if committedYarn == nil, statedYarn == nil {
        YarnRelease.isUnknown(package)
      } else {
        nil
      }
    return problem.map { .refused($0.message + ($0.advice.map { "; \($0)" } ?? "")) }
  }

  /// Returns that the checksum of a compressed package isn't computed; nil if it is, or not needed.
  private func compressed(_ package: String, _ lock: BerryLock, _ yarn: Version) -> Prospect? {
    let level = compressionLevel(of: yarn)
    guard PackageArchive.Compression(level, of: yarn) == nil else { return nil }
    let entries = lock.entries.filter { $0.package.locator.name == package }
    guard entries.contains(where: { $0.checksum != nil }) else { return nil }
    return .refused(
      "has to be compressed for compressionLevel \(level), "
        + "and martlet doesn't compute the checksum")
  }
}
