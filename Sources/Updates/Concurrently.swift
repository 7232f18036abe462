/// Transforms elements with at most `limit` concurrent tasks.
///
/// The results keep the order.
package func concurrently<Element: Sendable, Result: Sendable>(
  _ elements: [Element], limit: Int, _ transform: @escaping @Sendable (Element) async -> Result
) async -> [Result] {
  await withTaskGroup(of: (Int, Result).self) { group in
    var results: [Result?] = Array(repeating: nil, count: elements.count)
    for (index, element) in elements.enumerated() {
      if index >= limit, let (done, result) = await group.next() { results[done] = result }
      group.addTask { (index, await transform(element)) }
    }
    for await (done, result) in group { results[done] = result }
    return results.compactMap(\.self)
  }
}
