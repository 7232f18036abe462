import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import JSON
import Logging
import Service
import Text
import Updates
import Crypto
import Time
import YAML

extension Martlet {
  /// `martlet config check [FILE]`: prints every finding as `file:line:column: message`.
  func checkConfiguration(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    if let name = invocation.value("explain") {
      return try await explainRules(for: name, invocation)
    }
    let path = invocation.arguments.first ?? defaultFile
    let source = try OperatorFile.source(path)
    let findings =
      Configuration.check(source, ecosystems: servedEcosystems, placeholders: .here)
      + unknownZones(source)
      + unreadableRanges(source) + missingDirectories(source)
      + unusableKeys(source)
    if invocation.has("json") {
      terminal.raw(document(["schema": 1, "findings": .array(findings.map(\.json))]))
    } else if findings.isEmpty {
      terminal.out("\(path): no problems found\n")
    } else {
      terminal.out(findings.map { "\($0)\n" }.joined())
    }
    return findings.haveErrors ? .usage : findings.haveRefusals ? .refused : .done
  }
}

extension Martlet {
  /// `martlet config check --explain NAME [FILE]`: which rules apply to a dependency, and why.
  ///
  /// Without a FILE the dependency is looked for in the projects of the working tree. With one, only
  /// its name and the entry's ecosystem are known.
  private func explainRules(
    for name: String, _ invocation: Invocation
  ) async throws(Problem) -> ExitCode {
    let all: [ExplainedDependency]
    if let path = invocation.arguments.first {
      all = try ExplainedDependency.all(name, byRulesOf: try OperatorFile.source(path))
    } else {
      all = try await open(invocation, path: ".").explainedRules(for: name)
    }
    if invocation.has("json") {
      terminal.raw(document(["schema": 1, "explanations": .array(all.map(\.json))]))
    } else {
      terminal.out(all.map(\.text).joined(separator: "\n"))
    }
    return .done
  }
}

/// The configuration of the repository in the working directory.
private var defaultFile: String {
  let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: nil))
  let all = paths.own + paths.dependabot
  return all.first(where: FileManager.default.fileExists(atPath:)) ?? RepositoryFile.paths[0]
}

/// Reads a repository's file; nil if it is another file, or has errors.
private func repositoryFile(_ source: SourceText) -> RepositoryFile? {
  guard FileKind(of: source) == .repository else { return nil }
  return RepositoryFile.read(source, ecosystems: servedEcosystems).value
}

/// Reports the version ranges in `ignore` that the entry's ecosystem can't parse.
private func unreadableRanges(_ source: SourceText) -> [Finding] {
  (repositoryFile(source)?.updates ?? []).flatMap { entry in
    entry.unreadableRanges { version, range in
      try servedEcosystems.version(version, satisfies: range, in: entry.ecosystem)
    }
  }
}

/// Reports a key for commits that can't sign, if its file or variable is on this machine.
private func unusableKeys(_ source: SourceText) -> [Finding] {
  guard FileKind(of: source) == .operator,
    let node = (try? Document(source))?.root["signing"],
    let settings = OperatorFile.read(
      source, ecosystems: servedEcosystems, placeholders: .here
    ).value?.signing, !settings.key.reveal().isEmpty, !settings.key.reveal().contains("${")
  else { return [] }
  do throws(CryptoError) {
    _ = try CommitKey(settings, at: .now())
    return []
  } catch {
    return [Finding(.error, error.reason, at: node.location)]
  }
}

/// Reports time zones without rules on this machine: the service would use UTC instead.
///
/// In an operator's file this is an error, because the service runs on a machine like this one.
private func unknownZones(_ source: SourceText) -> [Finding] {
  guard let root = (try? Document(source))?.root else { return [] }
  let isOperators = FileKind(of: source) == .operator
  return values(of: "timezone", in: root).compactMap { node in
    guard let zone = node.string, (try? ZoneDatabase.system.rules(of: zone)) == nil else {
      return nil
    }
    return Finding(
      isOperators ? .error : .warning,
      "the time zone '\(zone)' is unknown on this machine: the service "
        + "\(isOperators ? "would use" : "uses") UTC. Write a name of the IANA database, such as "
        + "Asia/Tokyo", at: node.location)
  }
}

/// Returns the values of a key at any depth: schedules of entries, rules and merges have time zones,
/// and so have quiet hours.
private func values(of key: String, in node: YAML.Node) -> [YAML.Node] {
  let below = (node.entries ?? []).map(\.value) + (node.elements ?? [])
  return [node[key]].compactMap(\.self) + below.flatMap { values(of: key, in: $0) }
}

/// Warns of directories that don't exist beside a repository's file in its own place.
private func missingDirectories(_ source: SourceText) -> [Finding] {
  guard let root = treeRoot(of: source.file), let file = repositoryFile(source) else { return [] }
  return file.updates.flatMap { entry in
    entry.directories.filter(\.isLiteral).compactMap { directory in
      guard !isFolder(root + directory.text) else { return nil }
      return Finding(
        .warning, "the directory \(directory) doesn't exist: the entry updates nothing there",
        at: entry.location)
    }
  }
}

/// The folder of the repository that a file configures by its place: `.` for `.github/dependabot.yml`.
private func treeRoot(of file: String) -> String? {
  let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: nil))
  let locations = paths.own + paths.dependabot
  guard let path = locations.first(where: { file == $0 || file.hasSuffix("/\($0)") }) else {
    return nil
  }
  let root = file.dropLast(path.utf8.count)
  return root.isEmpty ? "." : String(root.dropLast())
}

extension Finding {
  /// The finding as JSON.
  var json: Value {
    [
      "severity": .string(severity.rawValue), "file": .string(location.file),
      "line": .int(location.line), "column": .int(location.column), "message": .string(message),
    ]
  }
}
