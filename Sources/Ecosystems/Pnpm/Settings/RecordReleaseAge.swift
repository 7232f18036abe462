import Ecosystem
import JSON
import JavaScript
import Text
import YAML

/// Adds versions to `minimumReleaseAgeExclude` of `pnpm-workspace.yaml`, as pnpm 11 does with those that are
/// too young and used anyway.
///
///     minimumReleaseAgeExclude:
///       - '@acme/a@1.0.0'
///       - b@1.0.0 || 1.1.0
///
/// Source: `updateWorkspaceManifest` and `mergePackageVersionSpecs` of pnpm 11.22.
struct RecordReleaseAge {
  private static let key = "minimumReleaseAgeExclude"
  /// The settings with which pnpm also removes entries from the file.
  private static let cleanups: Set<String> = [
    "minimumReleaseAgeExcludePrune", "catalogPrune", "cleanupUnusedCatalogs",
  ]

  /// The file's path.
  let path: String
  /// The file; nil if it doesn't exist.
  let workspace: WorkspaceFile?

  /// Returns the file with new versions.
  ///
  /// - Parameter versions: packages with versions: `a@1.0.0`.
  /// - Returns: the new file.
  /// - Throws: a refusal if pnpm would change more lines of the file.
  func adding(_ versions: Set<String>) throws(Problem) -> WorkspaceFile {
    let text = String(decoding: workspace?.document.source.bytes ?? [], as: UTF8.self)
    let form = WorkspaceForm(text)
    for (key, value, location) in workspace?.settings ?? [] where Self.cleanups.contains(key) {
      if value == true { throw refusal("follows", location.line) }
    }
    if let line = form.firstOther { throw refusal("writes differently", line) }
    let old = (workspace?.document.root?[Self.key]?.elements ?? []).map {
      (text: $0.string ?? "", line: $0.location.line - 1)
    }
    let sorted = versions.sorted { $0.precedesLexically($1) }
    guard let merged = Exceptions(old.map(\.text) + sorted)?.texts, merged.allSatisfy(Self.isSimple)
    else { throw refusal("cannot combine with \(sorted.joined(separator: ", "))", old.first?.line) }
    var lines = form.lines
    if old.isEmpty {
      try insert(merged, into: &lines, form)
    } else {
      try extend(old, to: merged, in: &lines, form)
    }
    let source = SourceText(file: path, lines.joined(separator: "\n") + "\n")
    return try proven(WorkspaceFile(source), merged)
  }

  /// Adds entries to a list, and versions to its entries.
  private func extend(
    _ old: [(text: String, line: Int)], to merged: [String], in lines: inout [String],
    _ form: WorkspaceForm
  ) throws(Problem) {
    let last = old[old.count - 1].line
    guard Exceptions(old.map(\.text))?.count == old.count else {
      throw refusal("combines", last + 1)
    }
    for (entry, new) in zip(old, merged) where entry.text != new {
      if form.commented.contains(entry.line) || Self.isApart(lines[entry.line - 1]) {
        throw refusal("replaces without what belongs to it", entry.line + 1)
      }
      lines[entry.line] = Self.item(new)
    }
    lines.insert(contentsOf: merged.dropFirst(old.count).map(Self.item), at: last + 1)
  }

  /// Adds the list to a file without one.
  private func insert(
    _ entries: [String], into lines: inout [String], _ form: WorkspaceForm
  ) throws(Problem) {
    guard let insertion = form.keys.isEmpty ? (0, false) : form.insertion(of: Self.key),
      form.keys.isEmpty == form.lines.isEmpty, workspace?.document.root?[Self.key] == nil
    else { throw refusal("puts the setting before", 1) }
    let new = (insertion.1 ? [""] : []) + [Self.key + ":"] + entries.map(Self.item)
    lines.insert(contentsOf: new, at: insertion.0)
  }

  /// Requires that the rest of the file has its old meaning.
  private func proven(
    _ new: WorkspaceFile, _ merged: [String]
  ) throws(Problem) -> WorkspaceFile {
    let rest = { (file: WorkspaceFile?) in
      (file?.settings ?? []).filter { $0.key != Self.key }.map { "\($0.key) \($0.value)" }.sorted()
    }
    let entries = (new.document.root?[Self.key]?.elements ?? []).map { $0.string ?? "" }
    guard rest(new) == rest(workspace), entries == merged,
      new.packages.map(\.pattern) == (workspace?.packages ?? []).map(\.pattern),
      new.entries.map(\.requirement) == (workspace?.entries ?? []).map(\.requirement)
    else {
      throw Problem(.failed, "does not contain the new exceptions after the edit", subject: path)
    }
    return new
  }

  private func refusal(_ verb: String, _ line: Int?) -> Problem {
    Problem(
      .refused,
      "has a line that pnpm \(verb) when it adds a young version to \(Self.key), which martlet does not do",
      subject: path, at: Location(file: path, line: max(line ?? 1, 1), column: 1),
      advice: "add the version there, or run pnpm install")
  }

  private static func item(_ text: String) -> String {
    text.hasPrefix("@") ? "  - '\(text)'" : "  - \(text)"
  }

  /// Whether a line belongs to the next entry: a comment or an empty line.
  private static func isApart(_ line: String) -> Bool {
    line.isEmpty || line.drop { $0 == " " }.hasPrefix("#")
  }

  /// Whether an entry needs no other quotes than those for a scope.
  private static func isSimple(_ text: String) -> Bool {
    let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
    let first = name.utf8.first ?? 0
    let isWord = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return isWord(first) && name.utf8.allSatisfy { isWord($0) || " ._-/@|*".utf8.contains($0) }
  }
}

/// Entries of `minimumReleaseAgeExclude`, one for each package: `mergePackageVersionSpecs` of pnpm 11.
private struct Exceptions {
  private var names: [String] = []
  private var versions: [String: [Version]] = [:]
  /// The packages with an entry for all versions.
  private var whole: Set<String> = []

  /// Combines entries; nil if one isn't a name, or a name with versions.
  init?(_ entries: [String]) {
    for entry in entries {
      let at = entry.dropFirst(1).firstIndex(of: "@")
      let name = String(entry[..<(at ?? entry.endIndex)])
      let texts = at.map { entry[entry.index(after: $0)...].split(separator: "||") } ?? []
      let own = texts.compactMap { Version(String($0).trimmed) }
      guard own.count == texts.count, !name.isEmpty else { return nil }
      if versions[name] == nil { names.append(name) }
      versions[name, default: []] += own
      if own.isEmpty { whole.insert(name) }
    }
  }

  /// The number of entries.
  var count: Int { names.count }

  var texts: [String] {
    names.map { name in
      guard !whole.contains(name), let found = versions[name] else { return name }
      // Of equal versions the first one stays.
      let sorted = found.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
        .map(\.element)
      let distinct = sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }
      let written = distinct.map { sorted[$0].description }
      return "\(name)@\(written.joined(separator: " || "))"
    }
  }
}
