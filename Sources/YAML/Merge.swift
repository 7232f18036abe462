import Text

/// Resolves merge keys and collects repeated keys; the last value of a key is used.
///
/// As in YAML 1.1's merge type, the mapping's own keys take precedence over merged ones, and an
/// earlier mapping of a list over a later one.
func merge(
  _ pairs: [Node.Entry]
) throws(Failure) -> (entries: [Node.Entry], repeated: [Document.RepeatedKey]) {
  var entries: [Node.Entry] = []
  var repeated: [Document.RepeatedKey] = []
  var locations: [String: Location] = [:]
  var indices: [String: Int] = [:]
  for pair in pairs where !pair.isMerge {
    if let first = locations[pair.name], let index = indices[pair.name] {
      repeated.append(
        Document.RepeatedKey(
          name: pair.name, location: pair.key.location, first: first,
          offset: pair.key.range.lowerBound))
      entries[index] = pair
    } else {
      locations[pair.name] = pair.key.location
      indices[pair.name] = entries.count
      entries.append(pair)
    }
  }
  for pair in pairs where pair.isMerge {
    for var entry in try merged(pair) where locations[entry.name] == nil {
      locations[entry.name] = entry.key.location
      entry.isMerged = true
      entries.append(entry)
    }
  }
  return (entries, repeated)
}

private func merged(_ pair: Node.Entry) throws(Failure) -> [Node.Entry] {
  var entries: [Node.Entry] = []
  for node in pair.value.elements ?? [pair.value] {
    guard let own = node.entries else {
      throw Failure(reason: .mergeWithoutMapping, offset: .byte(node.range.lowerBound))
    }
    entries += own
  }
  return entries
}

extension Node.Entry {
  fileprivate var isMerge: Bool {
    key.scalar.map { $0.isImplicit && $0.text == "<<" } ?? false
  }
}
