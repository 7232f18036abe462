import Ecosystem
import HTTP
import JSON
import JavaScript
import Text

extension YarnSources {
  /// Returns the bytes of a lock of Yarn 3 and 4.
  ///
  /// Fetches the tarballs of packages whose checksum isn't in the present lock.
  func resolveBerry(
    _ plan: UpdatePlan, _ ecosystem: YarnEcosystem
  ) async throws(Problem) -> [UInt8] {
    var input = try BerryInput(self, now: ecosystem.now())
    input.preference = plan.preference
    switch plan.aim {
    case .install: input.aim = .install
    case .update(let names): input.aim = .up(names)
    case .updateAll: input.aim = .upAll
    case .fresh: input.aim = .fresh
    }
    var resolver = BerryResolver(input)
    let (sources, registry) = (self, ecosystem.registry(of: self))
    let prover = try PatchProver(of: self, input, ecosystem)
    var driver = ResolutionDriver(subject: project.manifest, limits: Self.limits) {
      (need: BerryNeed) async throws(Problem) -> BerryFinding in
      switch need {
      case .packument(let name):
        let answer = await registry.answer(of: name, full: true)
        if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
        return .packument(answer)
      case .folder(let path): return .folder(try await sources.manifest(in: path))
      case .patch(let name):
        // A failure counts only if the patch is needed after all.
        do throws(Problem) {
          return .patch(.success(try await prover.patch(of: name)))
        } catch {
          return .patch(.failure(error))
        }
      }
    }
    let expected = files.packages(of: plan.targets)
    try await driver.prepare(&resolver, with: expected.map { .packument($0) })
    var solution = try await driver.run(&resolver)
    try await complete(&solution, input, ecosystem)
    return solution.lock.bytes(newline: newline)
  }

  /// Adds the missing checksums, and writes all of them as the lock's format requires.
  private func complete(
    _ solution: inout BerrySolution, _ input: BerryInput, _ ecosystem: YarnEcosystem
  ) async throws(Problem) {
    let cacheKey = cacheKey(of: input.yarn)
    var computed: [String: String] = [:]
    if !solution.unverified.isEmpty {
      guard let archive = archive(input.yarn, ecosystem) else {
        throw Problem(
          .refused, "compresses packages, whose checksums martlet doesn't compute",
          subject: "compressionLevel", at: rc?.source.location(at: 0))
      }
      computed = try await archive.checksums(of: solution.unverified)
        .mapValues { "\(cacheKey)/\($0)" }
    }
    for index in solution.lock.entries.indices {
      let locator = solution.lock.entries[index].package.locator.description
      if let checksum = computed[locator] { solution.lock.entries[index].checksum = checksum }
    }
    try solution.lock.setCacheKey(cacheKey)
  }
}

extension YarnSources {
  /// `compressionLevel`, or its default.
  func compressionLevel(of yarn: Version) -> String {
    rc?.compression ?? (yarn.major == 3 ? "mixed" : "0")
  }

  /// The key of the cache that new checksums have: `10c0`.
  func cacheKey(of yarn: Version) -> String {
    let level = compressionLevel(of: yarn)
    return (yarn.major == 3 ? "8" : "10") + (level == "mixed" ? "" : "c\(level)")
  }

  /// Returns what computes checksums; nil for a compression whose output isn't known.
  func archive(_ yarn: Version, _ ecosystem: YarnEcosystem) -> BerryArchive? {
    PackageArchive.Compression(compressionLevel(of: yarn), of: yarn).map {
      BerryArchive(
        client: ecosystem.http, settings: settings, compression: $0, yarn: yarn,
        contents: ecosystem.contents)
    }
  }
}

extension PatchProver {
  /// Creates what proves the patches of a project by its present lock.
  fileprivate init(
    of sources: YarnSources, _ input: BerryInput, _ ecosystem: YarnEcosystem
  ) throws(Problem) {
    var lock: BerryLock?
    if case .berry(let present) = try sources.lock.get()?.content { lock = present }
    self.init(
      release: YarnRelease(sources: sources, ecosystem: ecosystem), lock: lock,
      archive: sources.archive(input.yarn, ecosystem), cacheKey: sources.cacheKey(of: input.yarn))
  }
}

extension PackageArchive.Compression {
  /// Reads `compressionLevel`; nil for a level whose output isn't known.
  ///
  /// Yarn 4 compresses with zlib-ng, whose output differs from that of zlib in rare files.
  init?(_ text: String, of yarn: Version) {
    if text == "0" {
      self = .stored
      return
    }
    guard yarn.major == 3 else { return nil }
    if text == "mixed" {
      self = .mixed
      return
    }
    guard text.utf8.count == 1, let level = Int(text) else { return nil }
    self = .deflated(level: level)
  }
}

extension BerryLock {
  /// Sets the key of the cache; Yarn 3 writes it once, instead of before each checksum.
  ///
  /// - Throws: a refusal if Yarn 3 would find several keys.
  fileprivate mutating func setCacheKey(_ key: String) throws(Problem) {
    guard version < 8 else {
      cacheKey = key
      return
    }
    let keys = Set(entries.compactMap { $0.checksum?.prefix { $0 != "/" } })
    guard keys.count < 2 else {
      throw Problem(
        .refused, "has checksums of several settings of compressionLevel", subject: "yarn.lock")
    }
    cacheKey = keys.first.map { String($0) }
    for index in entries.indices {
      guard let checksum = entries[index].checksum, let slash = checksum.firstIndex(of: "/") else {
        continue
      }
      entries[index].checksum = String(checksum[checksum.index(after: slash)...])
    }
  }
}
