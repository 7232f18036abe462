/// Finds packages that need each other.
///
/// A package that needs itself doesn't count, nor does one that has no entry.
///
/// - Parameter edges: the names that each name needs.
/// - Returns: names of which each needs the next one, and the last one the first; nil without a cycle.
package func cycle(in edges: [String: Set<String>]) -> [String]? {
  var needs = edges
  for (name, others) in edges {
    needs[name] = others.filter { $0 != name && edges[$0] != nil }
  }
  return repetition(in: withoutLeaves(needs))
}

/// Removes names that need none of the others, until none is left of them.
private func withoutLeaves(_ needs: [String: Set<String>]) -> [String: Set<String>] {
  var users: [String: [String]] = [:]
  for (name, others) in needs { for other in others { users[other, default: []].append(name) } }
  var rest = needs
  var open = needs.filter { $0.value.isEmpty }.map(\.key)
  while let leaf = open.popLast() {
    rest[leaf] = nil
    for user in users[leaf] ?? [] where rest[user]?.remove(leaf) != nil {
      if rest[user]?.isEmpty == true { open.append(user) }
    }
  }
  return rest
}

/// Follows needs until a name repeats: each one has a need.
private func repetition(in needs: [String: Set<String>]) -> [String]? {
  guard var name = needs.keys.min() else { return nil }
  var path: [String] = []
  var positions: [String: Int] = [:]
  while positions[name] == nil {
    positions[name] = path.count
    path.append(name)
    guard let next = needs[name]?.min() else { return nil }
    name = next
  }
  return positions[name].map { Array(path[$0...]) }
}
