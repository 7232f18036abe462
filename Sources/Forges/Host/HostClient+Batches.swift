extension HostClient {
  /// Reads something about many elements, a batch with each request, and smaller batches once the host
  /// takes too long or refuses so many.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - most: the most elements of a batch.
  ///   - fewest: the size below which a failing batch isn't halved.
  ///   - read: reads one batch.
  /// - Returns: the results, in the order of the batches.
  /// - Throws: the error of a batch that can't be halved, or any error that its size doesn't cause.
  func batches<Element: Sendable, Value: Sendable>(
    of elements: [Element], most: Int, fewest: Int,
    _ read: ([Element]) async throws(ForgeError) -> [Value]
  ) async throws(ForgeError) -> [Value] {
    var found: [Value] = []
    var rest = elements[...]
    var size = min(most, elements.count)
    while !rest.isEmpty {
      do throws(ForgeError) {
        found += try await read(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      } catch {
        guard [.unavailable, .malformed, .rejected].contains(error.code), size > fewest else {
          throw error
        }
        size /= 2
      }
    }
    return found
  }
}
