package import Ecosystem
import HTTP
import JSON
package import JavaScript
import Text

extension YarnSources {
  /// Resolves the lock as the project's Yarn does.
  package mutating func resolve(
    _ plan: UpdatePlan, replacing present: YarnSources, for ecosystem: YarnEcosystem
  ) async throws(Problem) -> NewLock {
    let bytes =
      switch line {
      case .classic: try await resolveClassic(plan, ecosystem)
      case .berry: try await resolveBerry(plan, ecosystem)
      }
    let isProven = plan.aim == .fresh || present.lockText?.bytes == bytes
    // It takes about as long as parsing the new lock.
    async let form = Result<Void, Problem> { () throws(Problem) in
      if !isProven { try present.requireForm() }
    }
    var new = NewLock(try copies(of: SourceText(file: lockPath, bytes: bytes)), bytes)
    let proof = await form
    new.verify = { () async throws(Problem) in try proof.get() }
    let edited = self
    new.rules = { edited.resolutions(against: $0, $1) }
    return new
  }
}

extension YarnSources {
  /// The bounds of a resolution.
  ///
  /// Yarn 1's resolver starts again after each round, so that an endless chain of packages would take
  /// the square of its length.
  static var limits: ResolutionLimits {
    var limits = ResolutionLimits()
    limits.rounds = 200
    return limits
  }

  /// Returns the bytes of a lock of Yarn 1.
  private func resolveClassic(
    _ plan: UpdatePlan, _ ecosystem: YarnEcosystem
  ) async throws(Problem) -> [UInt8] {
    var input = try ClassicInput(self)
    input.preference = plan.preference
    switch plan.aim {
    case .install: input.aim = .install()
    case .updateAll, .fresh: input.aim = .fresh
    case .update(let names):
      let root = Set(manifests[0].dependencies.map(\.name))
      let isUpgrade = names.isSubset(of: root) && plan.preference.versions.isEmpty
      let isForced = plan.targets.contains { $0.version != nil }
      input.aim = isUpgrade && !isForced ? .upgrade(names) : .install(forgetting: names)
    }
    var resolver = ClassicResolver(input)
    let (sources, registry) = (self, ecosystem.registry(of: self))
    var driver = ResolutionDriver(subject: project.manifest, limits: Self.limits) {
      (need: ClassicNeed) async throws(Problem) -> ClassicFinding in
      switch need {
      case .packument(let name):
        let answer = await registry.answer(of: name, full: false)
        if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
        return .packument(answer)
      case .folder(let path): return .folder(try await sources.manifest(in: path))
      }
    }
    let expected = files.packages(of: plan.targets)
    try await driver.prepare(&resolver, with: expected.map { .packument($0) })
    let solution = try await driver.run(&resolver)
    if solution.isUnchanged, let lock = lockText { return lock.bytes }
    return solution.lock.bytes(newline: newline)
  }
}

extension YarnSources {
  /// Returns the manifest of a folder below the project; nil if it doesn't exist.
  func manifest(in folder: String) async throws(Problem) -> Document? {
    let joined = Paths.normalize(files.folder + "/" + folder)
    guard let inside = Paths.tail(of: joined + "/package.json", below: files.base) else {
      return nil
    }
    if let own = manifests.first(where: { $0.path == inside }) { return own.document }
    guard tree.listing.contains(inside) else { return nil }
    return try Manifest.document(try await tree.read(inside))
  }

  /// The line ending of the present lock, which Yarn keeps.
  var newline: String {
    guard let bytes = lockText?.bytes, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return "\n"
    }
    return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }
}

extension VersionPreference {
  /// Whether a range of an updated package is resolved again.
  ///
  /// All are if no version is demanded. Otherwise those that allow the version, and those whose
  /// locked version may not stay.
  func moves(_ pattern: Pattern, locked: String?) -> Bool {
    let spec = PackageSpec(pattern.range.withoutProtocol)
    let name = spec.aliasedName ?? pattern.name
    let wanted = requested(name).compactMap { Version($0) }
    if wanted.isEmpty { return true }
    if let staying = staying[name] { return locked.map { !staying.contains($0) } ?? true }
    return wanted.contains(where: spec.unaliased.admits)
  }
}
