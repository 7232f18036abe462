internal import Libc

/// Runs blocking code without blocking a thread of the pool.
func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    requireThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
