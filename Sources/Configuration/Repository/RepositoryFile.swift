import Ecosystem
package import Languages
package import Text
import YAML

/// A repository's `martlet.yml` or `dependabot.yml`, version 2, with its defaults filled in.
package struct RepositoryFile: Hashable, Sendable {
  /// The paths that Dependabot itself reads.
  package static let paths = [".github/dependabot.yml", ".github/dependabot.yaml"]

  /// The maximum number of entries.
  static let entryLimit = 1_000

  /// The entries of ecosystems that martlet serves, in the file's order.
  package var updates: [UpdateEntry] = []
  /// The registries that entries can select; their credentials are in the operator's file.
  package var registries: [PrivateRegistry] = []
  /// The multi-ecosystem groups in the file's order.
  package var multiEcosystemGroups: [MultiEcosystemGroup] = []
  /// The findings about the file, for the report of a run; set by the caller that reads it.
  package var findings: [Finding] = []
  /// The preset that the file extends, if it wasn't merged.
  package var extends: PresetReference?
  /// Whether an issue lists all updates, with boxes to tick.
  package var hasDashboard = false
  /// The operator's channels that get messages about the repository.
  package var notifications: [ChannelChoice] = []
  /// The language in which martlet writes in the repository; nil: that of the operator's file.
  package var language: Language?
  var version = 2

  /// Creates a file without entries.
  package init() {}
}

extension RepositoryFile {
  /// Returns the language that a line at the top names, also if the file has mistakes.
  package static func statedLanguage(in source: SourceText) -> Language? {
    let text = source.string
    let values = text.split(whereSeparator: \.isNewline).compactMap { line in
      line.firstRange(of: "language:").flatMap { range in
        range.lowerBound == line.startIndex
          ? line[range.upperBound...].prefix { $0 != "#" }.filter { !" \"'".contains($0) } : nil
      }
    }
    return values.first.flatMap { Language(rawValue: $0) }
  }

  /// Returns an entry's schedule: that of its multi-ecosystem group, or its own.
  package func schedule(of entry: UpdateEntry) -> Schedule {
    let group = multiEcosystemGroups.first { $0.name == entry.multiEcosystemGroup }
    return group?.schedule ?? entry.schedule
  }
}

extension Shape where Value == RepositoryFile {
  static func repositoryFile(
    _ ecosystems: EcosystemCatalog, _ rules: FileRules = FileRules(of: "martlet.yml")
  ) -> Shape {
    section(
      RepositoryFile(),
      ownKeys(rules) + (rules.hasKeysOfOthers ? keysOfOthers : []) + lists(ecosystems, rules)
    ).checked { file, node, decoding in
      if node["updates"] == nil, !decoding.isPartial {
        decoding.error("the key 'updates' is missing", at: node)
      }
      checkRepeatedCustom(file, node, &decoding)
      reportUnapprovable(file, node, &decoding)
      reportUnused(file, node, &decoding)
      reportMissingSecurity(file, node, ecosystems, &decoding)
    }.consistent
  }
}

extension Shape where Value == RepositoryFile {
  /// The keys that decide about the repository as a whole.
  fileprivate static func ownKeys(_ rules: FileRules) -> [Key<RepositoryFile>] {
    [
      Key("version", \.version, .version, required: !rules.isOwn),
      Key("extends", \.extends, .preset),
      Key("dashboard", \.hasDashboard, .bool),
      Key("notifications", \.notifications, .list(of: .channelChoice)),
      Key("language", \.language, .word),
      .withoutEffect(
        "enable-beta-ecosystems", Shape<Bool>.bool, "none of martlet's ecosystems is a beta"),
    ]
  }

  /// The keys with lists.
  fileprivate static func lists(
    _ ecosystems: EcosystemCatalog, _ rules: FileRules
  ) -> [Key<RepositoryFile>] {
    [
      Key("registries", \.registries, .parts(.privateRegistry(ecosystems))),
      Key("multi-ecosystem-groups", \.multiEcosystemGroups, .parts(.multiEcosystemGroup)),
      Key("updates", \.updates, .entries(ecosystems, rules)),
    ]
  }

  /// Keys that another service adds to Dependabot's format.
  fileprivate static var keysOfOthers: [Key<RepositoryFile>] {
    [
      .foreign("vulnerability-alerts", "martlet opens security updates, and no issues"),
      .foreign("fork", "martlet pushes branches to the repository itself"),
    ]
  }
}

extension Shape where Value == Int {
  fileprivate static var version: Shape {
    let words = Shape.word(["2": 2])
    return Shape(type: .integer(2...2), decode: words.decode)
  }
}

extension Shape where Value == [UpdateEntry] {
  /// A list of entries; those of ecosystems that only Dependabot serves are skipped unread.
  fileprivate static func entries(
    _ ecosystems: EcosystemCatalog, _ rules: FileRules
  ) -> Shape {
    let entry = Shape<UpdateEntry>.entry(ecosystems, rules)
    let unserved = unserved(besides: ecosystems)
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
        guard let name = element["package-ecosystem"]?.string else {
          return contained(element, entry, &decoding)
        }
        guard unserved.contains(name) else {
          if RepositoryFile.isDependabots(node.location.file), ecosystems.isOwnWord(name) {
            decoding.note(
              "'\(name)' is martlet's own: Dependabot refuses the file", at: element)
          }
          return contained(element, entry, &decoding)
        }
        decoding.note("martlet doesn't serve '\(name)': the entry is skipped", at: element)
        return nil
      }
    }
  }
}

/// Decodes an entry; a mistake in it doesn't affect the others.
///
/// If its ecosystem or its directories are missing, it covers every ecosystem, or every directory,
/// that no other entry covers, so that pull requests that could belong to it are left alone.
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
