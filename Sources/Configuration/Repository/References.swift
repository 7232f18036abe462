import Text
import YAML

extension Shape where Value == RepositoryFile {
  /// Judges what entries say of other parts of the file; one that is wrong in it is not used, and
  /// the others go on.
  var consistent: Shape {
    Shape(type: type) { node, decoding in
      guard var file = decode(node, &decoding) else { return nil }
      for (index, entry) in file.updates.enumerated() {
        let messages = undefined(entry, in: file) + overlaps(entry, file.updates[..<index])
        for message in messages { decoding.report(.error, message, at: entry.location) }
        decoding.contain(messages.count)
        guard let message = messages.first, entry.refusal == nil else { continue }
        file.updates[index].refusal = Finding(.error, message, at: entry.location)
      }
      return file
    }
  }
}

/// Names that an entry uses and that the file does not explain.
private func undefined(_ entry: UpdateEntry, in file: RepositoryFile) -> [String] {
  var messages: [String] = []
  if case .named(let names) = entry.registries {
    let known = file.registries.map(\.name)
    messages = names.filter { !known.contains($0) }.map { undefined("registry", $0, known) }
  }
  let groups = file.multiEcosystemGroups.map(\.name)
  if let name = entry.multiEcosystemGroup, !groups.contains(name) {
    messages.append(undefined("multi-ecosystem group", name, groups))
  }
  return messages
}

private func undefined(_ kind: String, _ name: String, _ known: [String]) -> String {
  let hint = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
  return "the \(kind) '\(name)' is not defined\(hint)"
}

/// Two entries of one ecosystem, directory and branch would fight over their pull requests: the
/// first holds.
private func overlaps(
  _ entry: UpdateEntry, _ earlier: ArraySlice<UpdateEntry>
) -> [String] {
  let others = earlier.filter {
    $0.ecosystem == entry.ecosystem && $0.targetBranch == entry.targetBranch
  }
  return others.compactMap { other in
    let shared = entry.directories.first(where: other.directories.contains)
    return shared.map {
      "the directory \($0) is already in the entry of line \(other.location.line), which holds"
    }
  }
}

/// Says what the file defines and no entry uses.
func idle(_ file: RepositoryFile, _ node: Node, _ decoding: inout Decoding) {
  let groups = file.multiEcosystemGroups.map(\.name)
  for name in groups where !file.updates.contains(where: { $0.multiEcosystemGroup == name }) {
    if let place = node["multi-ecosystem-groups"]?[name] {
      decoding.note("no entry belongs to the group '\(name)': it has no effect", at: place)
    }
  }
  for registry in file.registries
  where registry.isServed && !file.updates.contains(where: { $0.uses(registry) }) {
    decoding.report(
      .note, "no entry's 'registries' selects '\(registry.name)'", at: registry.location)
  }
}
