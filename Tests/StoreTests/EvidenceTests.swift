import Forges
import Store
import Testing
import TestSupport
import Time

private let step = PackageStep(ecosystem: "npm", name: "a", from: "1.0.0", to: "1.0.1")
private let origin = StepOrigin(ecosystem: "npm", name: "a", from: "1.0.0")

extension StateStore {
  /// Stores results such as `green`, or `secret red` for a private repository.
  fileprivate func save(_ words: String, of repository: RepositoryID, at time: Timestamp)
    async throws
  {
    let isSecret = words.hasPrefix("secret ")
    let kind = try #require(
      StepResult.Kind(rawValue: String(words.split(separator: " ").last ?? "")))
    try await save(
      [StepResult(step: step, kind: kind, at: time, isPublic: !isSecret)], of: repository)
  }

  fileprivate func evidence(for repository: RepositoryID = "hub/acme/app") async throws
    -> StepEvidence?
  {
    try await evidence(about: [origin], for: repository).first
  }
}

@Suite struct `Evidence in the state` {
  @Test func `counts the other repositories, and names public ones only`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save("green", of: "hub/acme/app", at: 5)
    try await store.save("green", of: "hub/acme/one", at: 6)
    try await store.save("secret red", of: "hub/acme/two", at: 7)
    try await store.save("red", of: "hub/acme/three", at: 8)
    try await store.save("opened", of: "hub/acme/four", at: 9)
    let found = try #require(try await store.evidence())
    #expect((found.green, found.red, found.count) == (1, 2, 3))
    #expect(found.publicRed == ["acme/three"])
    #expect(found.publicCount == 2)
    #expect(found.own == .green)
  }

  @Test func `keeps a result when the pull request is opened again`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save("red", of: "hub/acme/one", at: 5)
    try await store.save("opened", of: "hub/acme/one", at: 6)
    #expect(try await store.evidence()?.red == 1)
    try await store.save("green", of: "hub/acme/one", at: 7)
    #expect(try await store.evidence()?.red == 0)
    #expect(try await store.evidence()?.green == 1)
  }

  @Test func `knows what happened in canaries`() async throws {
    var store = try await StateStore.inMemory()
    store.isCanary = { $0.name.description == "acme/canary" }
    try await store.save("opened", of: "hub/acme/canary", at: 5)
    #expect(try await store.evidence()?.isInCanary == true)
    #expect(try await store.evidence()?.canaryGreenAt == nil)
    try await store.save("green", of: "hub/acme/canary", at: 6)
    #expect(try await store.evidence()?.canaryGreenAt == 6)
    try await store.save("reverted", of: "hub/acme/canary", at: 7)
    #expect(try await store.evidence()?.isRedInCanary == true)
  }

  @Test func `forgets old results`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save("red", of: "hub/acme/one", at: 5)
    try await store.save("green", of: "hub/acme/two", at: 50)
    try await store.dropStepResults(before: 20)
    #expect(try await store.evidence()?.red == 0)
    #expect(try await store.evidence()?.green == 1)
  }
}
