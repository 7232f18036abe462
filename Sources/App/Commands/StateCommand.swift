import Text
import Arguments
import Configuration
import Ecosystem
import Libc
import JSON
import Store
import Synchronization

extension Martlet {
  /// `martlet state backup FILE`: writes a copy of the state in use.
  func backUpState(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let file = try archive(invocation)
    try requireFolder(of: file)
    try await withState(invocation, isThere: true) { store, location in
      if case .sqlite = location {
        try await store.backup(to: file)
      } else {
        try await store.export(to: file)
      }
    }
    report(invocation, "\(file): backup of the state\n", [("file", .string(file))])
    return .done
  }

  /// `martlet state restore FILE`: restores a backup or an export in one transaction.
  func restoreState(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let file = try archive(invocation)
    let rows = try await withState(invocation, isThere: false) { store, _ in
      try await store.restore(
        file, folder: environment("TMPDIR") ?? "/tmp", replacing: invocation.has("replace"))
    }
    report(
      invocation, "\(file): restored, \(rows) rows\n",
      [("file", .string(file)), ("rows", .int(rows))])
    return .done
  }

  /// `martlet state export`: prints all tables as lines of JSON, or as one document.
  func exportState(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    try await withState(invocation, isThere: true) { store, _ in
      if invocation.has("json") {
        try await exportDocument(store)
      } else {
        try await store.export { terminal.raw($0 + "\n") }
      }
    }
    return .done
  }

  /// Prints the document in parts, because a state can be larger than the memory.
  private func exportDocument(_ store: StateStore) async throws {
    let latest = Mutex<String?>(nil)
    try await store.tables { table, row in
      let before = latest.withLock { latest in
        defer { latest = table }
        return latest
      }
      let start = before == nil ? "{\"schema\":1,\"tables\":{" : before == table ? ",\n" : "],\n"
      let name = before == table ? "" : "\(Value.string(table).text(.compact)):["
      terminal.raw(start + name + row.text(.compact))
    }
    terminal.raw(latest.withLock { $0 } == nil ? "{\"schema\":1,\"tables\":{}}\n" : "]}}\n")
  }

  private func archive(_ invocation: Invocation) throws(Problem) -> String {
    guard let file = invocation.arguments.first else { throw Problem(.usage, "FILE is missing") }
    return file
  }

  /// - Throws: a usage error if a backup would go to a folder that doesn't exist.
  private func requireFolder(of file: String) throws(Problem) {
    let parts = file.slashParts(omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    guard !folder.isEmpty, !isFolder(folder) else { return }
    throw Problem(
      .usage, "the folder of the backup does not exist", subject: folder,
      advice: "create it with: mkdir -p \(folder)")
  }

  func withState<Result: Sendable>(
    _ invocation: Invocation, isThere: Bool,
    _ body: (StateStore, StateLocation) async throws -> Result
  ) async throws(Problem) -> Result {
    try OperatorFile.require(for: invocation)
    let found = try OperatorFile.named(by: invocation) { terminal.error("martlet: \($0)\n") }
    let settings = found ?? OperatorFile()
    if isThere, case .sqlite(let path) = settings.state, access(path, F_OK) != 0 {
      throw Problem(.failed, "there is no state yet", subject: path)
    }
    let store = try await Live.open(settings, .configured)
    do {
      let result = try await body(store, settings.state)
      await store.close()
      return result
    } catch {
      await store.close()
      throw Problem(state: error, at: settings.state.name)
    }
  }

  private func report(_ invocation: Invocation, _ text: String, _ members: [(String, Value)]) {
    let result = Value.object(Object([("schema", 1)] + members))
    terminal.result(text, invocation.has("json") ? result : nil)
  }
}
