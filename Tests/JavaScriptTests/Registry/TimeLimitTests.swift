import Testing

@testable import JavaScript

@Suite struct `A time limit for work` {
  @Test func `work that ends in time has its result`() async {
    let limit = TimeLimit(.seconds(3_600))
    for number in 1...2 {
      let (value, isExceeded) = await limit.run { number }
      #expect(value == number && !isExceeded)
    }
  }

  @Test func `work that takes longer is cancelled, and later work is watched again`() async {
    let limit = TimeLimit(.milliseconds(1))
    for _ in 0..<3 {
      let (wasCancelled, isExceeded) = await limit.run { await untilCancelled() }
      #expect(wasCancelled && isExceeded)
    }
  }

  @Test func `work ends with the task that waits for it`() async {
    let limit = TimeLimit(.seconds(3_600))
    let task = Task { await limit.run { await untilCancelled() } }
    task.cancel()
    let (wasCancelled, isExceeded) = await task.value
    #expect(wasCancelled && !isExceeded)
  }
}

/// Waits for a day; whether it was cancelled before.
private func untilCancelled() async -> Bool {
  do {
    try await Task.sleep(for: .seconds(86_400))
    return false
  } catch {
    return true
  }
}
