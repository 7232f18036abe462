extension HostClient {
  /// Reads something about each element at the same time; the limiter decides how many at once.
  ///
  /// - Returns: the results in the order of the elements.
  /// - Throws: the error of the first element that has one.
  func each<Element: Sendable, Value: Sendable>(
    _ elements: [Element],
    _ read: @escaping @Sendable (Element) async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> [Value] {
    let found = await withTaskGroup(of: (Int, Result<Value, ForgeError>).self) { group in
      for (index, element) in elements.enumerated() {
        group.addTask {
          do throws(ForgeError) {
            return (index, .success(try await read(element)))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var values: [Value] = []
    for index in elements.indices {
      if let value = try found[index]?.get() { values.append(value) }
    }
    return values
  }
}
