import Ecosystem
import JavaScript

/// A locked version with a built-in patch.
struct LockedPatch {
  var locator: Pattern
  var source: Pattern
  var version: Version
  var hash: String
  /// With the key of the cache; nil if the lock has none.
  var checksum: String?
  /// Whether only some platforms install the package, so that its checksum can be missing.
  var isConditional: Bool

  /// The refusal of a package that no lock has with a patch.
  static func isMissing(_ name: String) -> Problem {
    Problem(
      .refused, "gets a patch of Yarn's own, and no locked version shows what it does",
      subject: name, advice: "add it with Yarn once; later versions are updated")
  }
}

extension BerryLock {
  /// Returns the locked versions of a package with a built-in patch.
  func patches(of name: String) -> [LockedPatch] {
    entries.compactMap { entry in
      let locator = entry.package.locator
      guard locator.name == name, locator.range.contains("builtin<compat/\(name)>::"),
        let source = BerryResolver.source(of: locator),
        let version = entry.package.version.flatMap({ Version($0) }),
        let hash = locator.range.firstRange(of: "&hash=").map({ locator.range[$0.upperBound...] })
      else { return nil }
      let key = cacheKey.map { $0 + "/" } ?? ""
      return LockedPatch(
        locator: locator, source: source, version: version, hash: String(hash),
        checksum: entry.checksum.map { $0.contains("/") ? $0 : key + $0 },
        isConditional: entry.package.conditions != nil)
    }
  }
}
