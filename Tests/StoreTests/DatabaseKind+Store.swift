import Logging
import Store
import TestSupport
import Testing

extension DatabaseKind {
  /// An empty store, deleted with the test.
  func store() async throws -> StateStore {
    switch self {
    case .sqlite: try await StateStore.inMemory()
    case .postgres:
      try await StateStore.open(server: Secret(PostgresServer.shared.value.fresh()))
    }
  }
}

@Suite struct `Either store` {
  @Test(.enabled(if: PostgresServer.programs != nil, PostgresServer.absence))
  func `is tested`() {
    #expect(DatabaseKind.present == [.sqlite, .postgres])
  }
}
