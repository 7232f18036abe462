import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite struct `Memory of responses` {
  @Test func `is limited by asker, except for one response of all`() {
    let budget = ResponseBudget(share: 100)
    var first: Reservation? = budget.reservation(for: 1)
    let second = budget.reservation(for: 1)
    let other = budget.reservation(for: 2)
    #expect(first?.take(80) == true)
    #expect(second.take(20))
    // The first one to exceed its share goes on, and all others wait.
    #expect(first?.take(1_000) == true)
    #expect(!second.take(1))
    #expect(other.take(100))
    #expect(!other.take(1))
    first = nil
    #expect(budget.held == 120)
    #expect(second.take(1))
  }

  @Test func `lets responses that waited for it arrive whole, one after the other`() async throws {
    let body = [UInt8](repeating: 7, count: 3 << 20)
    let server = try LoopbackServer { _ in LoopbackServer.Reply(status: 200, body: body) }
    let client = Client.live(LiveOptions(allowsPrivate: { _ in true }))
    let budget = ResponseBudget(share: 64 << 10)
    let peak = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          var request = Request(.get, server.url("/large"))
          request.reservation = budget.reservation(for: 1)
          let response = try await client.send(request)
          #expect(response.body == body)
          return budget.held
        }
      }
      return try await group.reduce(0, max)
    }
    // One response, and the shares of the beginnings of others.
    #expect(peak <= (3 << 20) + (64 << 10))
    #expect(budget.held == 0)
  }
}
