import Crypto
import Ecosystem
import JavaScript
import Text

/// A built-in patch of the project's Yarn whose use is proven by the present lock.
struct ProvenPatch: Sendable {
  /// What the checksum of a locked version has shown.
  enum Evidence: Hashable, Sendable {
    /// Only the hash: no locked version has a checksum.
    case hash
    /// Yarn leaves a package as it is if the patch doesn't match.
    case unmatched
    /// Yarn changes files as martlet does.
    case applied
  }

  let text: [UInt8]
  var evidence = Evidence.hash

  /// Identifies the patch in caches.
  var identity: String { Digest(.sha256, of: text).hexadecimal }

  /// Returns what the patch changes in a version.
  func effects(for version: Version, of name: String) throws(Problem) -> [PatchEffect] {
    do throws(PatchFailure) {
      return try PatchReader.effects(of: text, for: version)
    } catch {
      guard case .unsupported(let construct) = error else { throw Self.unusable(name, "") }
      throw Self.unusable(name, ": \(construct)")
    }
  }

  private static func unusable(_ name: String, _ detail: String) -> Problem {
    Problem(
      .refused, "gets a patch of Yarn's own, which martlet doesn't read\(detail)", subject: name)
  }

  /// Whether the evidence covers an outcome for a new version.
  func covers(_ outcome: PatchedArchive.Outcome) -> Bool {
    switch outcome {
    case .applied: evidence == .applied
    case .unmatched: evidence != .hash
    case .missing, .unsupported: false
    }
  }
}

/// Proves patches: computes hash and checksum of the locked version, and compares them with the lock.
struct PatchProver: Sendable {
  let release: YarnRelease
  let lock: BerryLock?
  let archive: BerryArchive?
  /// The key of the cache that new checksums have.
  let cacheKey: String

  /// Returns the patch of a package.
  ///
  /// - Throws: a refusal with the reason if the lock doesn't prove it.
  func patch(of name: String) async throws(Problem) -> ProvenPatch {
    let locked = lock?.patches(of: name) ?? []
    guard !locked.isEmpty else { throw LockedPatch.isMissing(name) }
    var proven = ProvenPatch(text: try await release.patch(of: name))
    var best: (entry: LockedPatch, effects: [PatchEffect])?
    for entry in locked {
      let effects = try proven.effects(for: entry.version, of: name)
      guard effects.hash == entry.hash else { throw Self.difference(entry, "hash") }
      let isBetter = best.map { $0.entry.version < entry.version } ?? true
      if entry.checksum != nil, !effects.isEmpty, isBetter { best = (entry, effects) }
    }
    if let best {
      proven.evidence = try await evidence(best.entry, best.effects, proven)
    }
    return proven
  }

  private func evidence(
    _ entry: LockedPatch, _ effects: [PatchEffect], _ proven: ProvenPatch
  ) async throws(Problem) -> ProvenPatch.Evidence {
    guard let archive else { return .hash }
    let patched = try await archive.patched(
      BerryTarball(locator: entry.locator, source: entry.source), by: effects, proven.identity)
    guard "\(cacheKey)/\(patched.checksum)" == entry.checksum else {
      throw Self.difference(entry, "checksum")
    }
    return switch patched.outcome {
    case .applied: .applied
    case .unmatched: .unmatched
    case .missing, .unsupported: .hash
    }
  }

  private static func difference(_ entry: LockedPatch, _ field: String) -> Problem {
    Problem(
      .refused,
      "gets a patch of Yarn's own, and martlet computes another \(field) than the lock has",
      subject: entry.locator.description,
      advice: "update it with Yarn once, if another version of Yarn wrote the lock")
  }
}
