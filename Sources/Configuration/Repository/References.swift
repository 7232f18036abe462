import Text
import YAML

extension Shape where Value == RepositoryFile {
  /// Judges what entries say of other parts of the file; one that is wrong in it is not used, and
  /// the others go on.
  var consistent: Shape {
    Shape(type: type) { node, decoding in
      guard var file = decode(node, &decoding) else { return nil }
      for (index, entry) in file.updates.enumerated() {
        let messages = undefined(entry, in: file, node) + overlaps(entry, file.updates[..<index])
        for message in messages { decoding.report(.error, message, at: entry.location) }
        decoding.contain(messages.count)
        guard let message = messages.first, entry.refusal == nil else { continue }
        file.updates[index].refusal = Finding(.error, message, at: entry.location)
      }
      return file
    }
  }
}

/// A part of a repository's file that entries name.
protocol FilePart: Hashable, Sendable {
  var name: String { get set }
  /// The first mistake in it; nil: it can be used.
  var fault: Finding? { get set }

  /// Stands for one of which nothing could be read.
  init()
}

/// Names that an entry uses and that the file does not explain, or not rightly.
private func undefined(
  _ entry: UpdateEntry, in file: RepositoryFile, _ node: Node
) -> [String] {
  var messages: [String] = []
  if case .named(let names) = entry.registries {
    messages = names.compactMap { name in
      wrong("registry", name, file.registries, node["registries"])
    }
  }
  if let name = entry.multiEcosystemGroup {
    let groups = file.multiEcosystemGroups
    messages += [
      wrong("multi-ecosystem group", name, groups, node["multi-ecosystem-groups"])
    ].compactMap(\.self)
  }
  return messages
}

/// Why an entry cannot use a part of the file; nil: it can.
private func wrong(
  _ kind: String, _ name: String, _ known: [some FilePart], _ section: Node?
) -> String? {
  if let section, section.entries == nil {
    return "the \(kind) '\(name)' cannot be read (see line \(section.location.line))"
  }
  guard let part = known.first(where: { $0.name == name }) else {
    let hint = nearest(to: name, among: known.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
    return "the \(kind) '\(name)' is not defined\(hint)"
  }
  return part.fault.map {
    "the \(kind) '\(name)' cannot be used (see line \($0.location.line)): neither can this entry"
  }
}

/// Two entries of one ecosystem, directory and branch would fight over their pull requests: the
/// first holds.
private func overlaps(
  _ entry: UpdateEntry, _ earlier: ArraySlice<UpdateEntry>
) -> [String] {
  guard entry.refusal == nil else { return [] }
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
  let groups = file.multiEcosystemGroups.filter { $0.fault == nil }.map(\.name)
  for name in groups where !file.updates.contains(where: { $0.multiEcosystemGroup == name }) {
    if let place = node["multi-ecosystem-groups"]?[name] {
      decoding.note("no entry belongs to the group '\(name)': it has no effect", at: place)
    }
  }
  for registry in file.registries
  where registry.isServed && registry.fault == nil
    && !file.updates.contains(where: { $0.uses(registry) })
  {
    decoding.report(
      .note, "no entry's 'registries' selects '\(registry.name)'", at: registry.location)
  }
}
