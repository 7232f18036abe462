import Configuration
import Forges
import Logging
import Synchronization
import Store
import Testing
import Updates

@testable import Service

/// Attempts, newest first: `5 a 200` is the fifth, of the delivery a, answered 200; `-` waits.
private func attempts(_ lines: String...) -> [HookDelivery] {
  lines.map { line in
    let words = line.split(separator: " ").map(String.init)
    return HookDelivery(
      id: Int(words[0]) ?? 0, guid: words[1], event: "push", status: Int(words[2]) ?? 0,
      isPending: words[2] == "-")
  }
}

@Suite struct `The redelivery of webhooks` {
  private func wanted(_ deliveries: [HookDelivery]) -> [Int] {
    Redelivery.wanted(deliveries).map(\.id)
  }

  @Test func `failed deliveries are requested again, oldest first`() {
    #expect(wanted(attempts("4 d 202", "3 c 0", "2 b 503", "1 a 200")) == [2, 3])
  }

  @Test func `one successful or pending attempt suffices`() {
    #expect(wanted(attempts("3 a 200", "2 a 503", "1 a 503")) == [])
    #expect(wanted(attempts("3 a 503", "2 a 200", "1 a 503")) == [])
    #expect(wanted(attempts("2 a -", "1 a 503")) == [])
  }

  @Test func `after four attempts the sweep is responsible`() {
    #expect(wanted(attempts("3 a 0", "2 a 0", "1 a 0")) == [3])
    #expect(wanted(attempts("4 a 0", "3 a 0", "2 a 0", "1 a 0")) == [])
  }

  /// A forge with failed deliveries that records which ones were requested.
  private final class Source: HookDelivering {
    let asked = Mutex<[Int]>([])
    func hookDeliveries(limit: Int) async throws(ForgeError) -> [HookDelivery] {
      attempts("2 b 0", "1 a 0")
    }
    func redeliver(_ id: Int) async throws(ForgeError) {
      asked.withLock { $0.append(id) }
      if id == 2 { throw ForgeError(.unavailable, subject: "POST /") }
    }
  }

  @Test func `a forge without a webhook-secret gets no request`() async {
    for (secret, expected) in [(nil, []), (Secret("x"), [1, 2])] {
      let source = Source()
      let served = ServedForge(
        settings: forge("acme/*", secret: secret), concurrency: 1, login: { nil },
        repositories: { SelectedRepositories(names: []) },
        pass: { job, _, _, _ in .init(repository: job.repository) }, deliveries: source)
      let reconciler = Reconciler(
        clock: HandClock().clock, interval: .seconds(1), log: .silent, forges: { [served] })
      await reconciler.reconcile(served)
      #expect(source.asked.withLock { $0 } == expected)
    }
  }
}
