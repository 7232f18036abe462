import Text
import YAML

/// A repository's `.github/dependabot.yml`, version 2, with its defaults filled in.
package struct RepositoryFile: Hashable, Sendable {
  /// Where it may stand in a repository, in the order of search.
  package static let paths = [".github/dependabot.yml", ".github/dependabot.yaml"]

  /// A file with more entries is not used.
  static let entryLimit = 1_000

  /// The entries of ecosystems that martlet serves, in order.
  package var updates: [UpdateEntry] = []
  /// Held against what entries select and what the operator knows; credentials are the operator's.
  package var registries: [PrivateRegistry] = []
  /// In the order of the file; one that no entry joins has no effect.
  package var multiEcosystemGroups: [MultiEcosystemGroup] = []
  /// What was found of it, put in by whoever read it, so that a run's report can repeat it.
  package var findings: [Finding] = []
  var version = 2

  /// Starts without entries.
  package init() {}
}

extension RepositoryFile {
  /// When an entry is due: a multi-ecosystem group has its own schedule for all of its entries.
  package func schedule(of entry: UpdateEntry) -> Schedule {
    let group = multiEcosystemGroups.first { $0.name == entry.multiEcosystemGroup }
    return group?.schedule ?? entry.schedule
  }
}

extension Shape where Value == RepositoryFile {
  static var repositoryFile: Shape {
    section(
      RepositoryFile(),
      [
        Key("version", \.version, .version, required: true),
        .withoutEffect(
          "enable-beta-ecosystems", Shape<Bool>.bool, "none of martlet's ecosystems is a beta"),
        Key("registries", \.registries, .parts(.privateRegistry)),
        Key("multi-ecosystem-groups", \.multiEcosystemGroups, .parts(.multiEcosystemGroup)),
        Key("updates", \.updates, .entries, required: true),
      ]
    ).checked(idle).consistent
  }
}

extension Shape where Value == Int {
  fileprivate static var version: Shape {
    let words = Shape.word(["2": 2])
    return Shape(type: .integer(2...2), decode: words.decode)
  }
}

extension Shape where Value == [UpdateEntry] {
  /// Entries of other ecosystems are told apart before their keys are looked at.
  fileprivate static var entries: Shape {
    let entry = Shape<UpdateEntry>.entry
    return Shape(type: .list(entry.type)) { node, decoding in
      guard let elements = node.elements else {
        decoding.expected("a list of entries", node)
        return nil
      }
      if elements.count > RepositoryFile.entryLimit {
        let limit = RepositoryFile.entryLimit
        decoding.error("expected at most \(limit) entries, found \(elements.count)", at: node)
        return []
      }
      return elements.compactMap { element in
        guard let name = element["package-ecosystem"]?.string, unserved.contains(name) else {
          return contained(element, entry, &decoding)
        }
        decoding.note("martlet doesn't serve '\(name)': the entry is skipped", at: element)
        return nil
      }
    }
  }
}

/// Reads an entry; a mistake in it leaves the others of the file in force.
///
/// One that does not say what it is for may be for anything: it stands for every ecosystem, or every
/// directory, that no other entry has, so that pull requests which may be its own are left alone.
private func contained(
  _ element: Node, _ shape: Shape<UpdateEntry>, _ decoding: inout Decoding
) -> UpdateEntry? {
  let (value, fault) = decoding.containing(element, shape)
  guard let fault else { return value }
  var entry = value ?? UpdateEntry()
  entry.location = element.location
  entry.refusal = fault
  let isVague = element["directory"] != nil && element["directories"] != nil
  if isVague || entry.directories.isEmpty { entry.directories = [.everywhere] }
  return entry
}
