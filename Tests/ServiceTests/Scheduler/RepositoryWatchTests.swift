import Configuration
import Forges
import FoundationEssentials
import Logging
import Store
import Testing
import TestSupport
import Time
import Updates

@testable import Service

@Suite(.timeLimit(.minutes(10))) struct `The watch over repositories` {
  /// A forge whose list fails for a reason.
  private func forge(_ code: ForgeError.Code) -> ServedForge {
    var settings = ForgeSettings()
    settings.name = "hub"
    return ServedForge(
      settings: settings, concurrency: 1, login: { nil },
      repositories: { throw ForgeError(code, subject: "GET /user/repos") },
      pass: { job, _, _, _ in RepositoryReport(repository: job.repository) })
  }

  @Test func `an owner who cannot be listed is retried, and the others are served`()
    async throws
  {
    var settings = ForgeSettings()
    settings.name = "hub"
    var error = ForgeError(
      .rateLimited(until: Timestamp(seconds: 1_600)), subject: "GET /installation")
    error.owner = "acme"
    let selected = SelectedRepositories(
      names: ["umbra/a"].compactMap { RepositoryName($0) }, resting: [error])
    let forge = ServedForge(
      settings: settings, concurrency: 1, login: { nil }, repositories: { selected },
      pass: { job, _, _, _ in RepositoryReport(repository: job.repository) })
    let clock = HandClock()
    let store = try await StateStore.inMemory()
    _ = try await store.follow(repositoryNames(["acme/app"]), of: "hub", now: 1)
    let repositoryWatch = RepositoryWatch(
      store: store, clock: clock.clock, interval: .seconds(3_600), log: .silent,
      forges: { [forge] })
    let running = Task { await repositoryWatch.run() }
    await clock.waitForSleep(.seconds(600))
    #expect(try await store.jobs().map(\.repository).sorted() == ["hub/acme/app", "hub/umbra/a"])
    running.cancel()
    clock.advance(by: 4_000)
    await running.value
  }

  @Test(arguments: [
    (ForgeError.Code.unavailable, 60),
    (.rateLimited(until: Timestamp(seconds: 1_600)), 600),
    (.rateLimited(until: Timestamp(seconds: 1_010)), 60),
  ])
  func `a failed list is retried after a minute, or when the rate limit ends`(
    code: ForgeError.Code, seconds: Int
  ) async throws {
    let clock = HandClock()
    let forge = forge(code)
    let repositoryWatch = RepositoryWatch(
      store: try await StateStore.inMemory(), clock: clock.clock, interval: .seconds(3_600),
      log: .silent, forges: { [forge] })
    let running = Task { await repositoryWatch.run() }
    await clock.waitForSleep(.seconds(seconds))
    running.cancel()
    clock.advance(by: 4_000)
    await running.value
  }

  @Test func `a forge without a list is unusable until it has one`() async throws {
    let clock = HandClock()
    let health = ForgeHealth()
    let forge = forge(.unauthorized)
    let repositoryWatch = RepositoryWatch(
      store: try await StateStore.inMemory(), clock: clock.clock, interval: .seconds(3_600),
      log: .silent, health: health, forges: { [forge] })
    let running = Task { await repositoryWatch.run() }
    await clock.waitForSleep(.seconds(60))
    #expect(health.failures.map(\.forge) == ["hub"])
    #expect(health.isUp == ["hub": false])
    running.cancel()
    clock.advance(by: 4_000)
    await running.value
  }
}
