import Arguments
import Configuration
import Ecosystem
import JSON
import Service
import Text
import Updates

extension Martlet {
  /// `martlet config check [FILE]`: every finding as `file:line:column: message`.
  func checkConfiguration(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let path = invocation.words.first ?? RepositoryFile.paths[0]
    let source = try OperatorFile.source(path)
    let findings =
      Configuration.check(source, placeholders: .here) + unknownZones(source)
      + (try unreadableRanges(source))
    if invocation.has("json") {
      terminal.out(document(["schema": 1, "findings": .array(findings.map(\.json))]))
    } else if findings.isEmpty {
      terminal.out("\(path): nothing to object to\n")
    } else {
      terminal.out(findings.map { "\($0)\n" }.joined())
    }
    return findings.haveErrors ? .usage : findings.haveRefusals ? .refused : .done
  }
}

/// Finds ranges of `ignore` that are not of the ecosystem's grammar.
private func unreadableRanges(_ source: SourceText) throws(Problem) -> [Finding] {
  guard FileKind(of: source) == .repository, let file = RepositoryFile.read(source).value else {
    return []
  }
  let ecosystems = try Live.offline()
  return file.updates.flatMap { entry in
    entry.unreadableRanges { version, range in
      try ecosystems.first { $0.name == entry.ecosystem }?.version(version, satisfies: range)
        ?? false
    }
  }
}

/// Warns of time zones that this machine has no rules for: the service would take UTC instead.
private func unknownZones(_ source: SourceText) -> [Finding] {
  guard FileKind(of: source) == .repository, let file = RepositoryFile.read(source).value else {
    return []
  }
  return file.updates.compactMap { entry in
    let zone = file.schedule(of: entry).timezone
    guard (try? ZoneDatabase.system.rules(of: zone)) == nil else { return nil }
    return Finding(
      .warning, "the time zone '\(zone)' is not known here: UTC counts", at: entry.location)
  }
}

extension Finding {
  /// The same as data.
  var json: Value {
    [
      "severity": .string(severity.rawValue), "file": .string(location.file),
      "line": .int(location.line), "column": .int(location.column), "message": .string(message),
    ]
  }
}
