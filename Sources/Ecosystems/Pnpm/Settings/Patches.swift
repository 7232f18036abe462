import Crypto
import Ecosystem
import JSON
import JavaScript

/// The patches of a project with their hashes.
struct Patches: Sendable {
  /// A patch of one version, of a range, or of all versions of a package.
  struct Patch: Sendable {
    var key: String
    var path: String
    var hash: String
  }

  private(set) var all: [Patch] = []
  /// The patches of each package with the versions in their keys; nil for all versions.
  private var byName: [String: [(patch: Patch, range: String?)]] = [:]
  /// Whether keys with ranges match versions; pnpm 9 knows only `name` and `name@version`.
  private var readsRanges = true
  /// Whether keys without a version match all versions; pnpm 8 ignores them.
  private var readsNames = true

  /// No patches.
  init() {}

  /// Hashes patches.
  ///
  /// - Parameters:
  ///   - files: the key, the path from the root of the project and the bytes of each.
  ///   - version: decides the hash.
  init(_ files: [(key: String, path: String, bytes: [UInt8])], _ version: PnpmVersion) {
    readsRanges = version.has(.patchesRanges)
    readsNames = version.has(.patchesAllVersions)
    all = files.map { key, path, bytes in
      let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      let hash =
        version.major > 9
        ? Digest(.sha256, of: text).hexadecimal : Base32.encode(Digest(.md5, of: text).bytes)
      return Patch(key: key, path: path, hash: hash)
    }
    for patch in all {
      let (name, range) = OverrideRules.selector(patch.key)
      byName[name, default: []].append((patch, range))
    }
  }

  /// Returns the patch of a package; nil for a package without one.
  ///
  /// - Throws: `Problem` if several ranges fit.
  func patch(for name: String, _ version: String) throws(Problem) -> Patch? {
    var ranges: [Patch] = []
    var general: Patch?
    for (patch, range) in byName[name] ?? [] {
      guard let range else {
        if readsNames { general = patch }
        continue
      }
      if range == version { return patch }
      guard readsRanges else { continue }
      if range == "*" {
        general = patch
      } else if let parsed = Range(range), Version(version).map(parsed.contains) == true {
        ranges.append(patch)
      }
    }
    guard ranges.count < 2 else {
      throw Problem(
        .unsolvable, "fits several ranges of patchedDependencies", subject: "\(name)@\(version)")
    }
    return ranges.first ?? general
  }

  /// Requires that packages use all patches, as pnpm does: `verifyPatches`.
  ///
  /// - Parameter applied: the keys of the patches that a resolution used.
  /// - Throws: a problem of kind `unsolvable` that names the unused patches.
  func requireUse(_ applied: Set<String>) throws(Problem) {
    let replaced = replacedKeys
    let unused = all.map(\.key).filter { !applied.contains($0) && !replaced.contains($0) }
    if unused.isEmpty { return }
    throw Problem(
      .unsolvable, "would leave a patch unused, and pnpm fails then",
      subject: "patchedDependencies",
      explanation: unused.map { "No package in the new lock uses the patch \($0)." } + [
        "Move or remove these patches, or set allowUnusedPatches."
      ])
  }

  /// The keys of patches for all versions of a package, as `a` and `a@*`, that a later one replaces:
  /// `groupPatchedDependencies`.
  private var replacedKeys: Set<String> {
    byName.values.reduce(into: []) { keys, patches in
      let general = patches.filter { $0.range == nil || readsRanges && $0.range == "*" }
      keys.formUnion(general.dropLast().map(\.patch.key))
    }
  }

  /// The entry `patchedDependencies` of the lock.
  func lockEntry(_ version: PnpmVersion) -> Object? {
    if all.isEmpty { return nil }
    return Object(
      all.map { patch in
        if version.major > 10 { return (patch.key, .string(patch.hash)) }
        return (
          patch.key,
          .object(Object([("hash", .string(patch.hash)), ("path", .string(patch.path))]))
        )
      })
  }
}
