import Configuration
import Forges
import FoundationEssentials
import Libc
import Logging
import Store
import TestSupport
import Testing
import Updates

@testable import Service

/// Bytes of memory that are in use by this process.
private func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}

@Suite(.slow)
struct `The service over many visits` {
  /// In a process of its own, so that what other tests take of memory and time is not counted.
  @Test func `memory stays flat over ten thousand scheduled visits`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try await soak()
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
  }
}

/// Fills the queue once; the schedule makes every repository due again, twenty times.
private func soak() async throws {
  let store = try await StateStore.inMemory()
  let clock = HandClock()
  let count = Watched(0)
  let timing = Timing()
  let dispatcher = Dispatcher(
    store: store, worker: .current, clock: clock.clock, timing: timing, log: .silent
  ) { _ in count.update { $0 += 1 } }
  await dispatcher.serve([
    ServedForge(
      settings: forge("*/*"), concurrency: 8, login: { nil },
      repositories: { SelectedRepositories(names: []) },
      pass: { job, _, _, choose in
        _ = choose("c1", RepositoryFile())
        return RepositoryReport(repository: job.repository)
      })
  ])
  _ = try await store.follow(repositoryNames((0..<500).map { "a/r\($0)" }), of: "hub", now: 0)
  let running = Task { await dispatcher.run() }
  var sizes: [Int] = []
  for round in 1...20 {
    await count.wait { $0 >= round * 500 }
    sizes.append(residentBytes())
    await clock.waitForSleep(timing.poll)
    clock.advance(by: 4_000)
  }
  await dispatcher.drain(within: .seconds(60))
  await running.value
  #expect(count.value >= 10_000)
  let growth = sizes[19] - sizes[3]
  print("memory after 2,000 visits \(sizes[3] >> 10) KiB, after 10,000 \(sizes[19] >> 10) KiB")
  // A leak of a kilobyte for each visit would show as much more.
  #expect(growth < 4 << 20, "\(sizes)")
}
