package import Ecosystem
import JSON
package import JavaScript
import Text
import Time

extension NPMSources {
  /// Builds the tree as Arborist does.
  ///
  /// The documents of the targets are fetched while the tree of the lock is built. The new lock is parsed
  /// again.
  package mutating func resolve(
    _ plan: UpdatePlan, replacing present: NPMSources, for ecosystem: NPMEcosystem
  ) async throws(Problem) -> NewLock {
    let registry = ecosystem.registry(of: present)
    async let documents = present.prefetch(plan.targets, registry)
    let beginning = try begin(plan, ecosystem)
    let prefetched = await documents
    let solution = try await beginning.solution(prefetched)
    let written = try Manifest.document(SourceText(file: lockPath, bytes: solution.lock))
    let after = try LockFile(written, root: files.folder, arena: Arena())
    let edited = self
    let isWritten = SettingsCheck(settings: settings).writesLock
    var new = NewLock(
      LockedCopies(after), isWritten ? solution.lock : present.lockText?.bytes)
    new.rules = { edited.overrides(against: $0, $1) }
    new.verify = { () async throws(Problem) in
      guard plan.selectsRequirements, solution.hasInvalidEdges else { return }
      try await edited.proveInstallable(written, after, prefetched, ecosystem)
    }
    return new
  }

  /// Verifies that a fresh install accepts a new lock, as `npm ci` does: it builds the tree of the lock
  /// once more, and the versions must stay.
  ///
  /// npm writes a lock in which a peer is missing or has another version, and refuses it afterwards.
  ///
  /// - Throws: a `Problem` of the kind `unsolvable` if it isn't accepted.
  private func proveInstallable(
    _ lock: Document, _ written: LockFile, _ prefetched: Prefetch, _ ecosystem: NPMEcosystem
  ) async throws(Problem) {
    let files = NPMSources(self, lock)
    let solution = try await files.begin(UpdatePlan(aim: .install), ecosystem).solution(prefetched)
    let again = try LockFile(
      Manifest.document(SourceText(file: lockPath, bytes: solution.lock)),
      root: self.files.folder, arena: Arena())
    let known = Set(written.entries.map { "\($0.location) \($0.version)" })
    let missing = again.entries.filter { entry in
      !entry.has("inBundle") && !known.contains("\(entry.location) \(entry.version)")
    }
    guard let first = missing.map(\.spec).min() else { return }
    throw Problem(
      .unsolvable, "is missing in the new lock, so that `npm ci` refuses it", subject: first)
  }

  /// Returns the platform that required packages have to support: the operator's, unless the lock has
  /// packages for another one; nil: they may need any.
  ///
  /// The developers' platform isn't that of this machine, so nothing follows from the latter.
  private func platform(_ locked: LockFile?) -> Platform? {
    guard let stated = toolchain.stated(.platform).flatMap({ Platform($0) }),
      locked?.hasObjection(to: stated) != true
    else { return nil }
    return stated
  }

  /// A resolution that was resumed once, before any request.
  struct Beginning {
    fileprivate var fetcher: Fetcher
    fileprivate var resolver: Resolver
    fileprivate var step: Result<ResolutionStep<Solution, ResolutionRequest>, Problem>

    /// Completes the resolution.
    func solution(_ prefetched: Prefetch = Prefetch()) async throws(Problem) -> Solution {
      var fetcher = fetcher
      fetcher.prefetched = prefetched
      return try await fetcher.run(resolver, from: step.get())
    }
  }

  /// Builds the tree of the lock.
  func begin(_ plan: UpdatePlan, _ ecosystem: NPMEcosystem) throws(Problem) -> Beginning {
    let locked = try parsedLock()
    var input = input(plan.aim, locked: locked)
    let settings = SettingsCheck(settings: self.settings)
    input.peers = settings.peers
    input.peers.platform = platform(locked)
    input.isEngineStrict = settings.isEngineStrict
    if let age = settings.minimumAge, age > .zero, npm.dialect.has(.minimumAge) {
      input.before = ecosystem.now() - age
    }
    input.lockVersion = settings.lockVersion
    input.dialect = npm.dialect
    input.preference = plan.preference
    let resolver = Resolver(input)
    let step = Result { () throws(Problem) in try resolver.resume() }
    let overlay = Dictionary(
      manifests.map { ($0.path, $0.document.source) }, uniquingKeysWith: { first, _ in first })
    let fetcher = Fetcher(
      registry: ecosystem.registry(of: self), tree: tree, overlay: overlay, base: files.base)
    return Beginning(fetcher: fetcher, resolver: resolver, step: step)
  }
}
