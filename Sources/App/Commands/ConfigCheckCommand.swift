import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import JSON
import Service
import Text
import Updates

extension Martlet {
  /// `martlet config check [FILE]`: prints every finding as `file:line:column: message`.
  func checkConfiguration(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let path = invocation.arguments.first ?? defaultFile
    let source = try OperatorFile.source(path)
    let findings =
      Configuration.check(source, ecosystems: servedEcosystems, placeholders: .here)
      + unknownZones(source)
      + unreadableRanges(source)
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

/// Warns of time zones without rules on this machine: the service would use UTC instead.
private func unknownZones(_ source: SourceText) -> [Finding] {
  guard let file = repositoryFile(source) else { return [] }
  return file.updates.compactMap { entry in
    let zone = file.schedule(of: entry).timezone
    guard (try? ZoneDatabase.system.rules(of: zone)) == nil else { return nil }
    return Finding(
      .warning, "the time zone '\(zone)' is unknown on this machine; UTC is used",
      at: entry.location)
  }
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
