import Synchronization

/// What pinned packages ask of each other, worked out once for each set of pins.
final class PinnedBounds: Sendable {
  /// By the package that is asked for.
  typealias Requirements = [PackageIdentity: [Requirement]]
  /// What was found, and whether every manifest could be read.
  typealias Answer = (requirements: Requirements, isWhole: Bool)

  /// Sets of pins that are kept at a time.
  private static let limit = 16
  private let known = Mutex<[Key: Task<Answer, Never>]>([:])

  /// The pins, and the reader of their manifests: conditions on the system change what they say.
  private struct Key: Hashable {
    var pins: Set<Pin>
    var reader: ManifestReader
  }

  /// Answers from memory, or works it out for all who ask meanwhile; what is not whole is forgotten.
  func requirements(
    among pins: Set<Pin>, read reader: ManifestReader,
    _ work: @escaping @Sendable () async -> Answer
  ) async -> Requirements {
    let key = Key(pins: pins, reader: reader)
    let task = known.withLock { known in
      if let task = known[key] { return task }
      if known.count >= Self.limit { known.removeAll() }
      let task = Task { await work() }
      known[key] = task
      return task
    }
    let answer = await task.value
    if !answer.isWhole { known.withLock { $0[key] = nil } }
    return answer.requirements
  }
}

extension SwiftPMEcosystem {
  /// What those pinned packages ask for, at the commits that they are pinned to, that bring an
  /// indirect one along; empty where none of their manifests can be had.
  func bounds(
    of identity: PackageIdentity, in contents: Contents, _ lookUp: LookUp
  ) async -> [Requirement] {
    let pins = Set(contents.pins.values.filter { $0.kind != .localSourceControl })
    let all = await bounds.requirements(among: pins, read: lookUp.reader) {
      await contents.requirements(among: pins, lookUp)
    }
    return all[identity] ?? []
  }
}

extension Contents {
  /// Reads the manifests of pinned packages.
  fileprivate func requirements(
    among pins: Set<Pin>, _ lookUp: LookUp
  ) async -> PinnedBounds.Answer {
    let packages = pins.compactMap { pin in pin.commit.map { (reference(to: pin), $0) } }
    var metadata = Metadata()
    // What one repository does not tell takes nothing from the others.
    try? await lookUp.add([], hints: packages.map { .releases($0.0) }, to: &metadata)
    try? await lookUp.add(
      [], hints: packages.map { .manifest($0.0, commit: $0.1) }, to: &metadata)
    var requirements: PinnedBounds.Requirements = [:]
    var isWhole = packages.count == pins.count
    for (package, commit) in packages {
      guard case .manifest(let manifest)? = metadata.declaration(of: package, at: commit) else {
        isWhole = false
        continue
      }
      for dependency in manifest.dependencies {
        guard let requirement = dependency.requirement else { continue }
        requirements[dependency.identity, default: []].append(requirement)
      }
    }
    return (requirements, isWhole)
  }
}

extension Pin {
  /// The commit that it is at, or its version in a registry.
  fileprivate var commit: String? {
    switch state {
    case .version(let version, let revision):
      kind == .registry ? version.description : revision
    case .branch(_, let revision), .revision(let revision): revision
    }
  }
}
