import Ecosystem
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing
import Text

@testable import Bun
@testable import JavaScript

private let environment = ProcessInfo.processInfo.environment
/// The folder of oracles; tests that need it are off without it.
private let shared = environment["MARTLET_SHARED"]
/// A folder of further cases, which `gen` of the oracle kit made.
private let further = environment["MARTLET_BUN_CASES"]

/// The recorded cases and the registry of the oracle kit.
private struct Kit {
  let folder: String
  let registry: String
  private let server: ChildProcess

  /// Unpacks the cases and starts the registry, below `MARTLET_SCRATCH` or the temporary folder.
  init() async throws {
    let scratch = environment["MARTLET_SCRATCH"] ?? "/tmp"
    let folder = "\(scratch)/martlet-bun-kit"
    let kit = (shared ?? "") + "/oracles/bun"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let words = ["/usr/bin/tar", "--no-same-owner", "-xzf", kit + "/pairs.tar.gz", "-C", folder]
    guard try await ChildProcess(words).end() == 0 else { throw CocoaError(.fileReadCorruptFile) }
    let output = "\(folder)/listening"
    server = try ChildProcess([kit + "/serve", "0", "mocks"], output: output)
    try await eventually { Self.port(in: output) != nil }
    let port = try #require(Self.port(in: output))
    self.folder = folder
    registry = "http://127.0.0.1:\(port)/~s"
  }

  private static func port(in output: String) -> Substring? {
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    guard text.hasPrefix("listening "), text.hasSuffix("\n") else { return nil }
    return text.dropFirst("listening ".count).split(separator: "\n").first
  }

  func end() { server.signal(15) }
}

/// One case of the oracle kit: what Bun made of a project.
private struct Case {
  let folder: String
  let about: Value

  init?(_ folder: String) {
    self.folder = folder
    guard let data = try? Data(contentsOf: URL(filePath: folder + "/case.json")),
      let document = try? Document(Array(data), named: "case")
    else { return nil }
    about = document.root.value
  }

  /// The cases in the folders of a folder, sorted.
  static func all(in folder: String) -> [Case] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { Case("\(folder)/\($0)") }
  }

  var name: String { Paths.basename(folder) }
  var operation: [String] { about["op"]?.array?.compactMap(\.string) ?? [] }

  func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: "\(folder)/\(path)"))).map(Array.init)
  }

  var tree: SourceTree {
    let root = folder + "/before"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return SourceTree(name: "project", paths: paths.sorted()) { path throws(Problem) in
      guard let bytes = bytes("before/" + path) else {
        throw Problem(.failed, "no such file", subject: path)
      }
      return SourceText(file: path, bytes: bytes)
    }
  }

  var goal: Goal {
    var raising = UpdateOptions()
    raising.strategy = .increase
    return switch (operation.first, operation.count) {
    case ("edit", 3):
      .update([Goal.Target(name: operation[1], version: operation[2])], raising)
    case ("update", 2): .update([Goal.Target(name: operation[1])], UpdateOptions())
    case ("lock", _): .lock(LockOptions())
    default: .updateAll(UpdateOptions())
    }
  }

  /// What a file has to be afterwards; an update leaves manifests alone.
  func expected(_ path: String) -> [UInt8]? {
    guard operation.first == "update" else { return bytes("oracle/" + path) }
    return bytes((path == "bun.lock" ? "kept/" : "before/") + path)
  }
}

private enum Verdict: Hashable {
  case identical
  case refused(String)
  case wrong(String)
}

/// The lines that only one of two texts has, shortened.
private func difference(from expected: [UInt8]?, to found: [UInt8]?) -> String {
  let lines = [expected, found].map { bytes in
    String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }
  let changes = lines[1].difference(from: lines[0]).map { change in
    switch change {
    case .insert(_, let line, _): "\n  + " + line.trimmed.prefix(160)
    case .remove(_, let line, _): "\n  - " + line.trimmed.prefix(160)
    }
  }
  return changes.joined()
}

private func judge(_ it: Case, _ client: Client) async -> Verdict {
  let bun = BunEcosystem(http: client)
  let tree = it.tree
  guard let project = bun.discover(in: tree.paths).first(where: { $0.directory == "/" }) else {
    return .wrong("no project")
  }
  do throws(Problem) {
    let change = try await bun.open(project, in: tree).change(toward: it.goal)
    if it.about["error"] != nil { return .wrong("solved") }
    for path in Set(tree.paths + change.files.map(\.path)).sorted() {
      let file = change.files.first { $0.path == path }
      let (expected, found) = (it.expected(path), file?.after ?? it.bytes("before/" + path))
      if expected != found {
        return .wrong("other bytes in \(path)" + difference(from: expected, to: found))
      }
    }
    return .identical
  } catch {
    if error.kind == .unsolvable, it.about["error"] != nil { return .identical }
    let text = "\(error.message): \(error.subject ?? "")"
    return error.kind == .refused ? .refused(text) : .wrong("\(error.kind) " + text)
  }
}

@Suite struct `What Bun made of many projects` {
  @Test(.enabled(if: shared != nil, "needs MARTLET_SHARED: cases of Bun"))
  func `no lock differs from Bun's`() async throws {
    let kit = try await Kit()
    defer { kit.end() }
    let live = Client.live(LiveOptions(allowsPrivate: { _ in true }))
    let registry = kit.registry
    let client = Client { (request) throws(HTTPError) in
      var request = request
      let host = "https://registry.npmjs.org"
      if request.url.hasPrefix(host) {
        request.url = registry + request.url.dropFirst(host.count)
      }
      return try await live.send(request)
    }
    let tools = ["1.4.4", "1.4.4-on-1.4.3", "1.4.4-on-1.3", "1.4.3", "1.3.14"]
    let cases =
      tools.flatMap { Case.all(in: "\(kit.folder)/\($0)") }
      + (further.map { Case.all(in: $0) } ?? [])
    #expect(cases.count >= 81)
    var counts = (identical: 0, refused: 0)
    var wrong: [String] = []
    for it in cases {
      switch await judge(it, client) {
      case .identical: counts.identical += 1
      case .refused(let why):
        counts.refused += 1
        print("refused: \(it.name) \(it.operation): \(why)")
      case .wrong(let why): wrong.append("\(it.name) \(it.operation): \(why)")
      }
    }
    for line in wrong { print("wrong: \(line)") }
    print("identical \(counts.identical), refused \(counts.refused), wrong \(wrong.count)")
    #expect(wrong.isEmpty)
    // 95 % of the recorded cases; the others are of versions before 1.4.4.
    #expect(counts.identical >= 77)
  }
}
