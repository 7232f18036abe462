import YAML

/// Merges a preset under a file: keys that the file has take precedence.
///
/// Entries of the same ecosystem and target branch are merged; the preset's other entries are added.
///
///     # preset                          # file                      # result
///     updates:                          updates:                    updates:
///     - package-ecosystem: npm          - package-ecosystem: npm    - package-ecosystem: npm
///       directory: /                      directory: /web             directory: /web
///       schedule: {interval: weekly}                                  schedule: {interval: weekly}
func merge(_ file: Node, over preset: Node) -> Node {
  guard let entries = file.entries, let base = preset.entries else { return file }
  var result = entries.map { entry in
    guard let other = preset[entry.name] else { return entry }
    var merged = entry
    switch entry.name {
    case "updates": merged.value = mergeUpdates(entry.value, over: other)
    case "registries", "multi-ecosystem-groups": merged.value = union(entry.value, other)
    default: break
    }
    return merged
  }
  let own = Set(entries.map(\.name))
  result += base.filter { !own.contains($0.name) && $0.name != "extends" }
  return file.replacing(entries: result)
}

private func mergeUpdates(_ updates: Node, over preset: Node) -> Node {
  guard let own = updates.elements, let base = preset.elements else { return updates }
  let merged = own.map { entry in
    let similar = base.filter { isSimilar($0, to: entry) }
    let chosen = similar.first { directories($0) == directories(entry) } ?? similar.first
    return chosen.map { mergeEntry(entry, over: $0) } ?? entry
  }
  let added = base.filter { preset in !own.contains { isSimilar(preset, to: $0) } }
  return updates.replacing(elements: merged + added)
}

/// Whether a merge stays small: entries are compared in pairs, and each can get a copy of the preset's.
func canMerge(_ file: Node, over preset: Node) -> Bool {
  let counts = [file, preset].map { $0["updates"]?.elements?.count ?? 0 }
  let limit = RepositoryFile.entryLimit
  return counts.allSatisfy { $0 <= limit } && file.size + counts[0] * preset.size <= valueLimit
}

/// The number of values that a file may have with its presets.
private let valueLimit = 300_000

private func isSimilar(_ entry: Node, to other: Node) -> Bool {
  let keys = ["package-ecosystem", "target-branch"]
  return keys.allSatisfy { entry[$0]?.string == other[$0]?.string }
}

private func directories(_ entry: Node) -> [String] {
  let listed = entry["directories"]?.elements?.compactMap(\.string)
  return listed ?? [entry["directory"]?.string].compactMap(\.self)
}

/// Merges the keys of an entry: its `groups` are combined by name, its rules come after the preset's,
/// and every other key that it has replaces the preset's.
func mergeEntry(
  _ entry: Node, over preset: Node, without: Set<String> = []
) -> Node {
  guard let entries = entry.entries, let base = preset.entries else { return entry }
  var result = entries.map { own in
    guard !without.contains(own.name), let other = preset[own.name] else { return own }
    var merged = own
    switch own.name {
    case "groups": merged.value = union(own.value, other)
    case "ignore", "rules": merged.value = concatenation(other, own.value)
    default: break
    }
    return merged
  }
  var taken = Set(entries.map(\.name)).union(without)
  if !taken.isDisjoint(with: directoryKeys) { taken.formUnion(directoryKeys) }
  result += base.filter { !taken.contains($0.name) }
  return entry.replacing(entries: result)
}

private let directoryKeys: Set = ["directory", "directories"]

/// Merges the operator's defaults under each entry that they apply to.
///
/// - Parameters:
///   - defaults: the section `defaults`; if it names an ecosystem, it applies to that one only.
///   - file: a file, already merged with its presets.
/// - Returns: the file with the defaults for missing keys, apart from the directories.
func apply(defaults: Node, to file: Node) -> Node {
  guard let entries = file.entries else { return file }
  let ecosystem = defaults["package-ecosystem"]?.string
  return file.replacing(
    entries: entries.map { entry in
      guard entry.name == "updates", let updates = entry.value.elements else { return entry }
      var merged = entry
      merged.value = entry.value.replacing(
        elements: updates.map { update in
          let applies = ecosystem == nil || update["package-ecosystem"]?.string == ecosystem
          return applies
            ? mergeEntry(update, over: defaults, without: directoryKeys) : update
        })
      return merged
    })
}

/// Combines two mappings; of a key in both, the first mapping's value is used.
private func union(_ first: Node, _ second: Node) -> Node {
  guard let own = first.entries, let others = second.entries else { return first }
  let names = Set(own.map(\.name))
  return first.replacing(entries: own + others.filter { !names.contains($0.name) })
}

private func concatenation(_ first: Node, _ second: Node) -> Node {
  guard let base = first.elements, let own = second.elements else { return second }
  return second.replacing(elements: base + own)
}
