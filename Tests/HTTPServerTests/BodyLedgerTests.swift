import Testing

@testable import HTTPServer

@Suite struct `The ledger of request bodies` {
  private typealias Decision = BodyLedger.Decision

  private func limits(_ account: String = "a", budget: Int = 100) -> BodyLimits {
    BodyLimits(limit: 1_000, account: account, budget: budget)
  }

  /// Opens a body for each pair of client and bytes, with identifiers from 1.
  private func ledger(budget: Int = 100, _ bodies: (client: UInt64, bytes: Int)...) -> BodyLedger {
    var ledger = BodyLedger(budget: budget)
    for (index, body) in bodies.enumerated() {
      let id = UInt(index + 1)
      ledger.open(id, limits(), from: ClientNetwork(number: body.client))
      _ = ledger.reserve(body.bytes, for: id)
    }
    return ledger
  }

  private func reserve(_ count: Int, for id: UInt, of ledger: inout BodyLedger) -> Decision {
    ledger.reserve(count, for: id)
  }

  @Test func `a small body takes the room of the largest one`() {
    var ledger = ledger((1, 40), (1, 60), (1, 0))
    #expect(reserve(10, for: 3, of: &ledger) == Decision(mayGrow: true, evicted: [2]))
    #expect(ledger.total == 50)
  }

  @Test func `a large body does not take the room of smaller ones`() {
    var ledger = ledger((1, 40), (1, 50), (1, 0))
    #expect(reserve(60, for: 3, of: &ledger) == Decision(mayGrow: false))
    #expect(ledger.total == 90)
  }

  @Test func `the client that holds most gives way, whoever's body is largest`() {
    var ledger = ledger((1, 30), (1, 30), (2, 40), (2, 0))
    #expect(
      reserve(1, for: 4, of: &ledger) == Decision(mayGrow: true, evicted: [1]) || ledger.total == 71
    )
    #expect(ledger.total == 71)
  }

  @Test func `a body that a handler has is not taken away`() {
    var ledger = ledger((1, 60), (1, 40), (1, 0))
    ledger.keep(1)
    #expect(reserve(10, for: 3, of: &ledger) == Decision(mayGrow: true, evicted: [2]))
    ledger.keep(3)
    ledger.open(4, limits(), from: ClientNetwork(number: 2))
    #expect(reserve(31, for: 4, of: &ledger) == Decision(mayGrow: false))
  }

  @Test func `an account has a budget of its own`() {
    var ledger = BodyLedger(budget: 100)
    for (id, account) in [(UInt(1), "a"), (2, "b"), (3, "a")] {
      ledger.open(id, limits(account, budget: 40), from: ClientNetwork(number: 1))
    }
    #expect(reserve(40, for: 1, of: &ledger) == Decision(mayGrow: true))
    #expect(reserve(30, for: 2, of: &ledger) == Decision(mayGrow: true))
    #expect(reserve(1, for: 3, of: &ledger) == Decision(mayGrow: true, evicted: [1]))
    #expect(ledger.total == 31)
  }

  @Test func `what is released is not counted, also twice`() {
    var ledger = ledger((1, 40))
    ledger.release(1)
    ledger.release(1)
    #expect(ledger.total == 0)
    #expect(reserve(1, for: 1, of: &ledger) == Decision(mayGrow: false))
  }
}
