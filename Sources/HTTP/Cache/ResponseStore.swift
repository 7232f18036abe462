internal import Synchronization

/// A store for cached responses.
///
/// It consists of closures; a store that fails returns nil.
package struct ResponseStore: Sendable {
  /// Returns the response under a key.
  package var load: @Sendable (_ key: String) async -> StoredResponse?
  /// Stores a response, replacing the previous one.
  package var save: @Sendable (_ key: String, _ response: StoredResponse) async -> Void

  /// Creates a store from closures; keys are 64 hexadecimal digits.
  package init(
    load: @escaping @Sendable (_ key: String) async -> StoredResponse?,
    save: @escaping @Sendable (_ key: String, _ response: StoredResponse) async -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// Returns a store in memory, which drops the oldest responses beyond `limit` bytes.
  package static func inMemory(limit: Int = 256 << 20) -> ResponseStore {
    let memory = ResponseMemory(limit: limit)
    return ResponseStore(
      load: { memory.load($0) }, save: { memory.save($0, $1) })
  }
}

/// Responses in insertion order.
private final class ResponseMemory: Sendable {
  struct State {
    var responses: [String: (response: StoredResponse, number: Int)] = [:]
    var order: [Int: String] = [:]
    var first = 0
    var next = 0
    var size = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  func load(_ key: String) -> StoredResponse? {
    state.withLock { $0.responses[key]?.response }
  }

  func save(_ key: String, _ response: StoredResponse) {
    state.withLock { state in
      state.remove(key)
      state.responses[key] = (response, state.next)
      state.order[state.next] = key
      state.next += 1
      state.size += response.body.count
      while state.size > limit, state.first < state.next {
        if let oldest = state.order[state.first] { state.remove(oldest) }
        state.first += 1
      }
    }
  }
}

extension ResponseMemory.State {
  mutating func remove(_ key: String) {
    guard let (response, number) = responses.removeValue(forKey: key) else { return }
    order[number] = nil
    size -= response.body.count
  }
}
