import Forges
import Libc
import Logging
import Store
import TestSupport
import Time

/// A process that shares a state with others, and benchmarks of the queue's time and space.
///
///     bench-state ADDRESS work NAME      run all jobs; exits with 3 if one is run twice
///     bench-state ADDRESS stop NAME      claim a job and stop (SIGSTOP); exits with 7 on later silence
///     bench-state ADDRESS die NAME       claim a job and be killed during a write
///     bench-state ADDRESS share NAME     run jobs until it is killed, and print each that it finished
///     bench-state ADDRESS measure COUNT  jobs per second: inserted, claimed and finished
///     bench-state ADDRESS observe COUNT  repositories per second, with 100 dependencies each: stored,
///                                        replaced and read
@main struct Worker {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4 else { exit(2) }
    let store =
      words[1].hasPrefix("postgres")
      ? try await StateStore.open(server: Secret(words[1])) : try await StateStore.open(words[1])
    switch words[2] {
    case "work": exit(try await work(store, words[3]))
    case "stop": exit(try await stop(store, words[3]))
    case "die": try await die(store, words[3])
    case "share": await share(store, words[3])
    case "observe": try await observe(store, count: Int(words[3]) ?? 1000)
    default: try await measure(store, count: Int(words[3]) ?? 1000)
    }
  }

  private static func work(_ store: StateStore, _ name: String) async throws -> Int32 {
    while let job = try await store.claim(by: name, now: 1, lease: 600) {
      // A delivery can be new only once, so this fails if a job is run twice.
      let isFirst = try await store.recordDelivery(
        forge: "done", id: "\(job.job.repository.name)", now: 1)
      guard isFirst, try await store.finish(job, next: 1000) else { return 3 }
    }
    return 0
  }

  private static func stop(_ store: StateStore, _ name: String) async throws -> Int32 {
    guard let job = try await store.claim(by: name, now: 100, lease: 60) else { return 1 }
    raise(SIGSTOP)
    let heard = [
      try await store.renew(job, until: 900), try await store.finish(job, next: nil),
      try await store.fail(job, retryAt: 900), try await store.release(job),
    ]
    return heard.contains(true) ? 2 : 7
  }

  private static func die(_ store: StateStore, _ name: String) async throws {
    guard try await store.claim(by: name, now: 100, lease: 60) != nil else { exit(1) }
    async let late: Void = store.enqueue(job("acme/b"))
    kill(getpid(), SIGKILL)
    try await late
  }

  /// Waits for announcements of other processes, and a second for leases of killed ones.
  private static func share(_ store: StateStore, _ name: String) async {
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    Task { for await _ in store.changes { signal.yield() } }
    Task {
      while (try? await Task.sleep(for: .seconds(1))) != nil { signal.yield() }
    }
    signal.yield()
    for await _ in signals {
      do {
        while let job = try await store.claim(by: name, now: .now(), lease: .seconds(3)) {
          try await Task.sleep(for: .milliseconds(10))
          guard try await store.finish(job, next: .distantFuture) else { continue }
          let line = Array("\(job.job.repository.name.name)\n".utf8)
          _ = write(STDOUT_FILENO, line, line.count)
        }
      } catch {
        // The server restarts; the lease of an unfinished job ends.
        let line = Array("\(name): \(error)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
      }
    }
  }

  private static func measure(_ store: StateStore, count: Int) async throws {
    let clock = ContinuousClock()
    let putIn = try await clock.measure {
      for number in 0..<count { try await store.enqueue(job("acme/repository-\(number)")) }
    }
    var done = 0
    let taken = try await clock.measure {
      while let job = try await store.claim(by: "bench", now: 1, lease: 600) {
        try await store.finish(job, next: 1000)
        done += 1
      }
    }
    let idle = try await clock.measure {
      for _ in 0..<100 { _ = try await store.claim(by: "bench", now: 1, lease: 600) }
    }
    print("put in: \(rate(count, putIn)) jobs/s, taken and finished: \(rate(done, taken)) jobs/s")
    print("a look with nothing due: \(Int(idle / .microseconds(100))) µs")
  }

  private static func observe(_ store: StateStore, count: Int) async throws {
    let clock = ContinuousClock()
    let all = (0..<100).map { number in
      var seen = Observation(
        branch: "main", manifest: "package.json", name: "package-\(number)", ecosystem: "npm",
        directory: "/", kind: "direct", purpose: "production", requirement: "^1.0.0",
        current: "1.0.0", latest: "2.0.0", state: .current, reason: "#3 proposes 2.0.0", number: 3,
        seenAt: 7)
      (seen.advised, seen.versions) = (seen.name, ["1.0.0"])
      return seen
    }
    for word in ["stored", "replaced"] {
      let time = try await clock.measure {
        for number in 0..<count {
          try await store.observe(
            all, manifests: ["package.json"], on: "main", of: repository(number))
        }
      }
      print("\(word): \(rate(count, time)) repositories/s")
    }
    let read = try await clock.measure {
      for number in 0..<count { _ = try await store.observations(of: repository(number)) }
    }
    print("read: \(rate(count, read)) repositories/s")
    let listed = try await clock.measure {
      _ = try await store.fleet(FleetQuery(window: Window(limit: 50)))
    }
    print("the first page of the fleet: \(Int(listed / .milliseconds(1))) ms")
  }

  private static func repository(_ number: Int) -> RepositoryID {
    "hub/acme/repository-\(number)"
  }

  private static func rate(_ count: Int, _ time: Duration) -> Int {
    Int(Double(count) / (time / .seconds(1)))
  }

  private static func job(_ name: String) -> Job {
    Job(repository: "hub/\(name)", cause: .push, dueAt: 0, enqueuedAt: 0)
  }
}
