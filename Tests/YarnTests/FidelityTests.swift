import Ecosystem
import FoundationEssentials
import HTTP
import JSON
import Testing
import Text

@testable import JavaScript
@testable import Yarn

private let environment = ProcessInfo.processInfo.environment
/// The address of the oracle kit's registry: `http://127.0.0.1:4805`.
private let registry = environment["MARTLET_YARN_REGISTRY"]
/// A folder of cases, which `gen` of the oracle kit made.
private let cases = environment["MARTLET_YARN_CASES"].map(folders) ?? []

private func folders(in folder: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.sorted().map { folder + "/" + $0 }
}

/// One case of the shared oracle kit: what Yarn made of a project.
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
}

private enum Verdict: Hashable {
  case identical
  case refused(String)
  case wrong(String)
}

private func judge(_ it: Case, _ client: Client) async -> Verdict {
  var toolchain = Toolchain()
  toolchain[.yarn] = it.about["tool"]?["yarn"]?.string ?? ""
  let yarn = YarnEcosystem(http: client, toolchain: toolchain)
  let tree = it.tree
  guard let project = yarn.discover(in: tree.paths).first(where: { $0.directory == "/" }) else {
    return .wrong("no project")
  }
  do throws(Problem) {
    let change = try await yarn.open(project, in: tree).change(toward: it.goal)
    if it.about["error"] != nil { return .wrong("solved") }
    let paths = Set(tree.paths + change.files.map(\.path))
    for path in paths.sorted() {
      let before = it.bytes("before/" + path)
      let file = change.files.first { $0.path == path }
      let after = file.map(\.after) ?? before
      if it.bytes("oracle/" + path) == after { continue }
      if let out = environment["MARTLET_YARN_OUT"] {
        try? Data(after ?? []).write(to: URL(filePath: "\(out)/\(it.name).\(Paths.basename(path))"))
      }
      return .wrong("other bytes in \(path)")
    }
    return .identical
  } catch {
    if error.kind == .unsolvable, it.about["error"] != nil { return .identical }
    let text = "\(error.message): \(error.subject ?? "") \(error.explanation)"
    return error.kind == .refused ? .refused(text) : .wrong("\(error.kind) " + text)
  }
}

@Suite struct `What Yarn made of many projects` {
  @Test(.enabled(if: registry != nil && !cases.isEmpty, "needs MARTLET_YARN_CASES: cases of Yarn"))
  func `no lock differs from Yarn's`() async throws {
    let address = try #require(registry)
    let live = Client.live(LiveOptions(allowsPrivate: { _ in true }))
    let client = Client { (request) throws(HTTPError) in
      var request = request
      for host in ["https://registry.npmjs.org", "https://registry.yarnpkg.com"]
      where request.url.hasPrefix(host) {
        request.url = address + "/~s" + request.url.dropFirst(host.count)
      }
      return try await live.send(request)
    }
    let filter = environment["MARTLET_YARN_CASE"]
    var counts = (identical: 0, refused: 0)
    var wrong: [String] = []
    for it in cases.compactMap(Case.init) where filter.map(it.name.contains) ?? true {
      switch await judge(it, client) {
      case .identical: counts.identical += 1
      case .refused(let why):
        counts.refused += 1
        print("refused: \(it.name) \(it.operation): \(why)")
      case .wrong(let why):
        wrong.append("\(it.name) \(it.operation): \(why)")
      }
    }
    for line in wrong { print("wrong: \(line)") }
    print("identical \(counts.identical), refused \(counts.refused), wrong \(wrong.count)")
    #expect(wrong.isEmpty)
  }
}
