import Arguments
import Configuration
import Ecosystem
import JSON
import Logging
import Service
import Text

extension Martlet {
  /// `martlet config check [FILE]`: every finding as `file:line:column: message`.
  func checkConfiguration(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let path = invocation.words.first ?? RepositoryFile.paths[0]
    let source = try OperatorFile.source(path)
    let findings =
      try await Configuration.check(source) + unknownZones(source) + unreadableRanges(source)
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

/// Reports version ranges of ignore rules that their ecosystem cannot read.
private func unreadableRanges(_ source: SourceText) async throws(Problem) -> [Finding] {
  guard FileKind(of: source) == .repository, let file = RepositoryFile.read(source).value else {
    return []
  }
  let settings = OperatorFile()
  let live = try Live(
    settings, store: try await Live.open(settings, .inMemory), kept: .inMemory, log: .silent)
  return file.updates.flatMap(live.unreadableRanges)
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
