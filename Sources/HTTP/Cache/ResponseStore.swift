internal import Synchronization

/// Where answers are kept, as two functions; a failing store is its own affair and answers nil.
package struct ResponseStore: Sendable {
  /// What was saved under a key.
  package var load: @Sendable (_ key: String) async -> StoredResponse?
  /// Keeps an answer in place of the one before.
  package var save: @Sendable (_ key: String, _ response: StoredResponse) async -> Void

  /// Makes a store of two functions; keys are 64 hexadecimal digits.
  package init(
    load: @escaping @Sendable (_ key: String) async -> StoredResponse?,
    save: @escaping @Sendable (_ key: String, _ response: StoredResponse) async -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// Keeps answers as long as the process lives, the oldest making room beyond `limit` bytes.
  package static func inMemory(limit: Int = 256 << 20) -> ResponseStore {
    let memory = ResponseMemory(limit: limit)
    return ResponseStore(
      load: { memory.load($0) }, save: { memory.save($0, $1) })
  }
}

/// Answers in the order in which they came.
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
