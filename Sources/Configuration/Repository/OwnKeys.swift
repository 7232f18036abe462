import Text
import YAML

/// Warns of martlet's own keys in a file that Dependabot reads too, which refuses the whole file
/// because of them.
///
/// martlet itself uses such keys, so that only `config check` warns.
func ownKeys(in source: SourceText) -> [Finding] {
  let isShared =
    RepositoryFile.isDependabots(source.file) && FileRules(of: source.file).isReadByDependabot
  guard isShared, let root = (try? Document(source))?.root else { return [] }
  let entries = root["updates"]?.elements ?? []
  let groups = entries.flatMap { ($0["groups"]?.entries ?? []).map(\.value) }
  return unknown(in: [root], besides: topKeys) + unknown(in: entries, besides: entryKeys)
    + unknown(in: groups, besides: groupKeys)
    + groups.compactMap { ownValue("family", of: "group-by", in: $0) }
    + entries.compactMap { ownValue("behind-base-branch", of: "rebase-strategy", in: $0) }
}

/// A value of martlet's own of a key that Dependabot has, too.
private func ownValue(_ value: String, of key: String, in node: Node) -> Finding? {
  guard let found = node[key], found.string == value else { return nil }
  let message =
    "Dependabot doesn't know '\(key): \(value)', and refuses the whole file: write it in "
    + ".github/martlet.yml"
  return Finding(.warning, message, at: found.location)
}

/// The keys that martlet reads and Dependabot doesn't; others are errors already.
private func unknown(in nodes: [Node], besides known: Set<String>) -> [Finding] {
  nodes.flatMap { node in
    (node.entries ?? []).filter { !known.contains($0.name) }.map { entry in
      let name = String(entry.name.prefix(60)).printableLine
      let message =
        "Dependabot doesn't know '\(name)', and refuses the whole file: write martlet's own keys "
        + "in .github/martlet.yml"
      return Finding(.warning, message, at: entry.key.location)
    }
  }
}

/// Dependabot's keys at the top of the file.
private let topKeys: Set<String> = [
  "version", "updates", "registries", "enable-beta-ecosystems", "multi-ecosystem-groups",
]

/// Dependabot's keys of an entry; `reviewers` was one until 2025 and is still accepted.
private let entryKeys: Set<String> = [
  "package-ecosystem", "directory", "directories", "exclude-paths", "schedule", "allow", "ignore",
  "groups", "cooldown", "versioning-strategy", "open-pull-requests-limit", "rebase-strategy",
  "target-branch", "commit-message", "labels", "assignees", "reviewers", "milestone",
  "pull-request-branch-name", "registries", "vendor", "insecure-external-code-execution",
  "multi-ecosystem-group", "patterns",
]

/// Dependabot's keys of a group.
private let groupKeys: Set<String> = [
  "applies-to", "patterns", "exclude-patterns", "dependency-type", "update-types", "group-by",
]
