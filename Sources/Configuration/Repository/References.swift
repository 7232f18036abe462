import Ecosystem
import Text
import YAML

extension Shape where Value == RepositoryFile {
  /// Checks the references of entries to other parts of the file.
  ///
  /// An entry with a wrong reference isn't used; the others are.
  var consistent: Shape {
    Shape(type: type) { node, decoding in
      guard var file = decode(node, &decoding) else { return nil }
      let parts = Parts(file, node)
      var claims = Claims()
      for (index, entry) in file.updates.enumerated() {
        let messages = parts.undefined(in: entry) + claims.overlaps(of: entry)
        for message in messages { decoding.report(.error, message, at: entry.location) }
        decoding.contain(messages.count)
        guard let message = messages.first, entry.refusal == nil else { continue }
        file.updates[index].refusal = Finding(.error, message, at: entry.location)
      }
      return file
    }
  }
}

/// The named parts of a file.
private struct Parts {
  let registries: Section
  let groups: Section

  init(_ file: RepositoryFile, _ node: Node) {
    registries = Section("registry", file.registries, node["registries"])
    groups = Section(
      "multi-ecosystem group", file.multiEcosystemGroups, node["multi-ecosystem-groups"])
  }

  /// A section of named parts.
  struct Section {
    let kind: String
    /// The first mistake in each part, by name.
    let faults: [String: Finding?]
    /// The line of a section that isn't a mapping; nil if it is one.
    let unreadable: Int?

    init(_ kind: String, _ parts: [some FilePart], _ node: Node?) {
      self.kind = kind
      faults = Dictionary(parts.map { ($0.name, $0.fault) }) { first, _ in first }
      unreadable = node.flatMap { $0.entries == nil ? $0.location.line : nil }
    }

    /// Returns the reason why an entry can't use a part; nil if it can.
    func obstacle(to name: String) -> String? {
      if let unreadable { return "the \(kind) '\(name)' cannot be read (see line \(unreadable))" }
      guard let fault = faults[name] else {
        let hint = nearest(to: name, among: faults.keys.sorted())
        return "the \(kind) '\(name)' is not defined"
          + (hint.map { "; did you mean '\($0)'?" } ?? "")
      }
      return fault.map {
        "the \(kind) '\(name)' cannot be used (see line \($0.location.line)): "
          + "neither can this entry"
      }
    }
  }

  /// Reports the references of an entry to parts that are missing or wrong.
  func undefined(in entry: UpdateEntry) -> [String] {
    var messages: [String] = []
    if case .named(let names) = entry.registries {
      messages = names.compactMap { registries.obstacle(to: $0) }
    }
    return messages
      + [entry.multiEcosystemGroup.flatMap { groups.obstacle(to: $0) }].compactMap(\.self)
  }
}

/// The directories of the entries read so far.
///
/// Two entries for the same dependencies would overwrite each other's pull requests, so only the first
/// is used. Entries of one directory can differ in `target-branch`, `multi-ecosystem-group` and
/// `patterns`.
private struct Claims {
  private struct Claim: Hashable {
    var ecosystem: EcosystemSelection?
    var target: String?
    var directory: String
    var group: String?
    var patterns: [NamePattern]
  }

  private var locations: [Claim: Location] = [:]

  /// Adds an entry and reports its directories that an earlier entry has.
  mutating func overlaps(of entry: UpdateEntry) -> [String] {
    guard entry.refusal == nil else { return [] }
    var messages: [String] = []
    for directory in entry.directories {
      let claim = Claim(
        ecosystem: entry.ecosystem, target: entry.targetBranch, directory: directory.text,
        group: entry.multiEcosystemGroup, patterns: entry.multiEcosystemPatterns)
      if let location = locations[claim], location != entry.location {
        let other =
          location.file == entry.location.file
          ? "line \(location.line)" : "\(location.file):\(location.line)"
        messages.append(
          "the directory \(directory) is already in the entry of \(other), which holds")
      } else {
        locations[claim] = entry.location
      }
    }
    return Array(messages.prefix(1))
  }
}

/// Reports entries with a target branch whose ecosystem and directory have no entry without one: they
/// get no security updates, as with Dependabot.
func reportMissingSecurity(
  _ file: RepositoryFile, _ node: Node, _ ecosystems: EcosystemCatalog, _ decoding: inout Decoding
) {
  let elements = node["updates"]?.elements ?? []
  for entry in file.updates where entry.refusal == nil {
    guard let element = elements.first(where: { $0.location == entry.location }),
      let value = element["target-branch"], entry.targetBranch != nil,
      ecosystems.descriptions(in: entry.ecosystem).contains(where: { $0.advisories != nil })
    else { continue }
    let directories = Set(entry.directories.map(\.text))
    let isCovered = file.updates.contains { other in
      other.targetBranch == nil && other.ecosystem == entry.ecosystem
        && !directories.isDisjoint(with: other.directories.map(\.text))
    }
    guard !isCovered else { continue }
    decoding.note(
      "an entry with a 'target-branch' makes no security updates; add an entry without it for "
        + "security updates of the default branch", at: value)
  }
}

/// Reports the parts of a file that no entry uses.
func reportUnused(_ file: RepositoryFile, _ node: Node, _ decoding: inout Decoding) {
  let groups = file.multiEcosystemGroups.filter { $0.fault == nil }.map(\.name)
  let joined = Set(file.updates.compactMap(\.multiEcosystemGroup))
  for name in groups where !joined.contains(name) {
    if let value = node["multi-ecosystem-groups"]?[name] {
      decoding.note("no entry belongs to the group '\(name)': it has no effect", at: value)
    }
  }
  let selections = Set(file.updates.map(\.registries))
  let named = Set(selections.flatMap(\.names))
  for registry in file.registries
  where registry.isServed && registry.fault == nil && !selections.contains(.all)
    && !named.contains(registry.name)
  {
    decoding.report(
      .note, "no entry's 'registries' selects '\(registry.name)'", at: registry.location)
  }
}
