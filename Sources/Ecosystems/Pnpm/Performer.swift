import Ecosystem
import JavaScript

/// Runs a resolver with the documents of a registry.
struct Performer: Sendable {
  let registry: Registry
  let subject: String

  /// Runs a resolver to its end.
  func run(_ input: ResolverInput) async throws(Problem) -> TreeResolver {
    var resolver = TreeResolver(input)
    let registry = registry
    var driver = ResolutionDriver(subject: subject) {
      (request: DocumentRequest) async throws(Problem) -> Result<Packument, LookUpFailure> in
      let answer = await registry.answer(of: request.name, full: request.isFull)
      if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
      return answer
    }
    return try await driver.run(&resolver)
  }
}
