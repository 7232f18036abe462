/// Returns what is reached from some names by following edges, and these names.
///
/// - Parameters:
///   - names: where to start.
///   - edges: the names that each name leads to.
/// - Returns: names without order.
package func closure(of names: Set<String>, _ edges: [String: Set<String>]) -> Set<String> {
  var found = names
  var open = Array(names)
  while let next = open.popLast() {
    for name in edges[next] ?? [] where found.insert(name).inserted { open.append(name) }
  }
  return found
}
