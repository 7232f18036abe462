import Forges
import Store
import TestSupport
import Testing
import Time

private func visit(
  _ number: Int, of repository: String = "hub/acme/app", lines: [String] = ["a"]
) -> LoggedVisit {
  LoggedVisit(
    repository: RepositoryID(stringLiteral: repository), job: "j\(number)",
    at: Timestamp(seconds: Int64(number)), seconds: 2, outcome: "push, finished", lines: lines)
}

@Suite struct `The log of a visit` {
  @Test(arguments: DatabaseKind.present)
  func `is kept for the last twenty visits of a repository`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    for number in 1...25 { try await store.save(visit(number)) }
    try await store.save(visit(1, of: "lab/acme/app"))
    let logs = try await store.logs(of: "hub/acme/app")
    #expect(logs.map(\.job) == (6...25).reversed().map { "j\($0)" })
    #expect(logs[0] == visit(25))
    let name = logs[0].repository.name
    #expect(try await store.logs(named: name).count == 21)
    try await store.dropLogs(before: 24)
    #expect(try await store.logs(named: name).map(\.job) == ["j25", "j24"])
  }

  @Test func `has a limited number of limited lines`() {
    let long = visit(1, lines: (1...250).map { "\($0) " + String(repeating: "x", count: 2_000) })
    #expect(long.lines.count == 201 && long.lines[0].count == 1_000)
    #expect(long.lines.last == "… and 50 more lines")
  }
}
