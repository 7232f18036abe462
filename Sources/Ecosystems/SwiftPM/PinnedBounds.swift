import Ecosystem
import Synchronization

/// What pinned packages ask of each other, worked out once for each set of pins.
final class PinnedBounds: Sendable {
  /// By the package that is asked for.
  typealias Requirements = [PackageIdentity: [Requirement]]
  /// The requirements, and whether every manifest could be read.
  ///
  /// The problem is that of the first manifest that could not be read; nil if all were.
  typealias Answer = (requirements: Requirements, problem: Problem?)

  /// Sets of pins that are kept at a time.
  private static let limit = 16
  private let known = Mutex<[Key: Task<Answer, Never>]>([:])

  /// The pins, and the reader of their manifests: conditions on the system change what they say.
  private struct Key: Hashable {
    var pins: Set<Pin>
    var reader: ManifestReader
  }

  /// Answers from memory, or works it out for all who ask meanwhile; an answer with a problem is
  /// forgotten.
  func requirements(
    among pins: Set<Pin>, read reader: ManifestReader,
    _ work: @escaping @Sendable () async -> Answer
  ) async -> Answer {
    let key = Key(pins: pins, reader: reader)
    let task = known.withLock { known in
      if let task = known[key] { return task }
      if known.count >= Self.limit { known.removeAll() }
      let task = Task { await work() }
      known[key] = task
      return task
    }
    let answer = await task.value
    if answer.problem != nil { known.withLock { $0[key] = nil } }
    return answer
  }
}

extension SwiftPMEcosystem {
  /// The requirements of the pinned packages that bring an indirect one along, at the commits that
  /// they are pinned to.
  ///
  /// - Throws: `Problem` if none of them is found, and a manifest that may be theirs cannot be had.
  func bounds(
    of identity: PackageIdentity, in contents: Contents, _ lookUp: LookUp
  ) async throws(Problem) -> [Requirement] {
    let pins = Set(contents.pins.values.filter { $0.kind != .localSourceControl })
    let all = await bounds.requirements(among: pins, read: lookUp.reader) {
      await contents.requirements(among: pins, lookUp)
    }
    if let found = all.requirements[identity] { return found }
    if let problem = all.problem { throw problem }
    return []
  }
}

extension Contents {
  /// Reads the manifests of pinned packages.
  fileprivate func requirements(
    among pins: Set<Pin>, _ lookUp: LookUp
  ) async -> PinnedBounds.Answer {
    let packages = pins.compactMap { pin in pin.commit.map { (reference(to: pin), $0) } }
    var metadata = Metadata()
    var requirements: PinnedBounds.Requirements = [:]
    // One repository that gives no answer takes nothing from the others.
    var problem = await lookUp.addAll(packages.map { .releases($0.0) }, to: &metadata)
    problem =
      await lookUp.addAll(packages.map { .manifest($0.0, commit: $0.1) }, to: &metadata) ?? problem
    if packages.count < pins.count {
      problem = problem ?? Problem(.failed, "has pins without a revision", subject: lockPath)
    }
    for (package, commit) in packages {
      let declaration = metadata.declaration(of: package, at: commit)
      guard case .manifest(let manifest)? = declaration else {
        if case .broken(let reason)? = declaration { problem = problem ?? reason }
        if case .unfit(let tools)? = declaration {
          problem =
            problem
            ?? Problem(.refused, "needs Swift tools \(tools)", subject: package.description)
        }
        continue
      }
      for dependency in manifest.dependencies {
        guard let requirement = dependency.requirement else { continue }
        requirements[dependency.identity, default: []].append(requirement)
      }
    }
    return (requirements, problem)
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
