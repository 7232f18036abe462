import Ecosystem
import JSON
import JavaScript
import Time

/// Packages that pnpm 8 keeps without resolving them.
///
/// pnpm reads their manifests from tarballs. Those are the manifests that were published, so martlet takes
/// them from the registry's document, which is needed anyway to know their requirements.
extension TreeResolver {
  /// Enters a place of a package with the version and the digest of the old lock.
  ///
  /// - Throws: `Problem` if the registry doesn't have the version, or has another digest.
  func keep(
    _ wanted: Wanted, _ locked: LockedEntry, in step: Step
  ) throws(Problem) -> Address? {
    let packument = try document(for: wanted, in: step)
    let version = packument.versions.last { $0.key == locked.version }
    guard let version, packument.name == locked.name else {
      throw Problem(
        .refused,
        "is in the lock, but no longer in the registry, which martlet asks for its manifest",
        subject: locked.id)
    }
    let release = try release(version, of: packument, locked.id)
    var manifest = release.manifest
    manifest.dropUnbundled()
    manifest.keepLocked(locked.manifest, isUpdate: false)
    addKnown(locked.version, of: locked.name)
    let resolution = try Resolutions(input).kept(
      locked.manifest["resolution"]?.object ?? Object(), of: manifest, release.resolution)
    let time = isTimeBased ? input.lock.times?[locked.id] : nil
    let address = try enter(
      locked.id, manifest, resolution: resolution, time.flatMap { Timestamp(rfc3339: $0) }, wanted,
      in: step,
      isInjected: false)
    if let time, step.isDirect, let package = address?.package { setTime(time, of: package) }
    address?.locked = locked.lockedPath
    return address
  }

  private func document(for wanted: Wanted, in step: Step) throws(Problem) -> Packument {
    guard let request = request(for: wanted, step), let answer = documents[request] else {
      throw Problem(.failed, "has no document", subject: wanted.alias)
    }
    switch answer {
    case .success(let packument): return packument
    case .failure(let failure):
      if failure.isOutage { throw failure.problem }
      throw Problem(
        .refused, "is in the lock, but the registry doesn't have it: \(failure.problem.message)",
        subject: failure.problem.subject)
    }
  }
}

extension LockedEntry {
  /// Whether it is an injected member of the workspace, which pnpm always resolves.
  var isFolder: Bool { id.hasPrefix("file:") }
}

extension PackageManifest {
  /// Removes the fields that pnpm 8 doesn't read from tarballs: `normalizeBundledManifest`.
  mutating func dropUnbundled() {
    cpu = nil
    libc = nil
    deprecated = nil
  }

  /// Keeps fields of the old lock for a version that stays.
  ///
  /// The registry can take a deprecation back; then the lock keeps it.
  ///
  /// Source: `resolveDependency` in `resolveDependencies.ts`.
  ///
  /// - Parameters:
  ///   - entry: the package in the old lock.
  ///   - isUpdate: whether the command asks to resolve the package.
  mutating func keepLocked(_ entry: Object, isUpdate: Bool) {
    deprecated = deprecated ?? entry["deprecated"]
    guard !isUpdate, entry["peerDependencies"] == nil else { return }
    hasBin = entry["hasBin"] == true
    engines = engines ?? entry["engines"]
    cpu = cpu ?? entry["cpu"]
    os = os ?? entry["os"]
    libc = libc ?? entry["libc"]
    bundle.bundled = bundle.bundled ?? entry["bundledDependencies"]
  }
}
