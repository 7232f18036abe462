import Ecosystem
import JavaScript

/// Runs resolvers with the documents of a registry.
struct Fetcher: Sendable {
  private typealias Driver = ResolutionDriver<DocumentRequest, Result<Packument, LookUpFailure>>

  let registry: Registry
  let subject: String

  /// Runs a resolver to its end.
  ///
  /// - Throws: a refusal if the lock depends on the order in which the registry answers pnpm.
  func run(_ input: ResolverInput) async throws(Problem) -> TreeResolver {
    let documents = DocumentsAhead(registry)
    var driver = Driver(subject: subject) {
      (request: DocumentRequest) async throws(Problem) -> Result<Packument, LookUpFailure> in
      let answer = await documents.answer(to: request)
      if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
      return answer
    }
    var resolver = TreeResolver(input)
    var step = try resolver.resume()
    var hints: [DocumentRequest] = []
    if case .needs(let needs, let found) = step {
      hints = Array(found.prefix(ResolutionLimits().documents))
      step = .needs(needs)
    }
    async let _ = documents.fetch(hints)
    let result = try await driver.run(&resolver, from: step)
    if let name = try result.uncertainUpdate() {
      try await requireSameLock(as: result, name, &driver)
    }
    return result
  }

  /// Resolves in both extreme orders, and refuses locks that differ.
  private func requireSameLock(
    as usual: TreeResolver, _ name: String, _ driver: inout Driver
  ) async throws(Problem) {
    let expected = try lock(usual)
    let version = usual.input.version
    let refusal = Problem(
      .refused,
      "is kept or updated by pnpm depending on the order in which the registry answers",
      subject: name)
    var log = usual.updates.log
    for round in 0... {
      var resolver = TreeResolver(usual.input, order: round == 0 ? .earliest : .latest(log))
      resolver.documents = usual.documents
      let other: TreeResolver
      do throws(Problem) {
        other = try await driver.run(&resolver)
      } catch {
        throw error.kind == .unsolvable ? refusal : error
      }
      let lock = try lock(other)
      let isSame = lock == expected || lock.bytes(version) == expected.bytes(version)
      guard round < Self.limit, isSame else { throw refusal }
      if round > 0, other.updates.log.names.isSubset(of: log.names) { return }
      log.add(other.updates.log)
    }
  }

  /// The number of resolutions in extreme orders.
  private static let limit = 5

  private func lock(_ resolver: TreeResolver) throws(Problem) -> Lock {
    LockBuilder.lock(resolver, try PeerTree(resolver))
  }
}
