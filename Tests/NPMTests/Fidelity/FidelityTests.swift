import Ecosystem
import FoundationEssentials
import JSON
import Testing
import Text

@testable import NPM

private let environment = ProcessInfo.processInfo.environment
private let scratch = environment["MARTLET_SCRATCH"] ?? ""
private let isPrepared = environment["MARTLET_SHARED"] != nil && !folders(in: casesRoot).isEmpty
private let casesRoot = scratch + "/npm-cases"

/// One case of the shared oracle kit: what npm made of a project.
private struct Case {
  let folder: String
  let about: Value

  var name: String { Paths.basename(folder) }
  var operation: [String] { about["op"]?.array?.compactMap(\.string) ?? [] }

  var date: String? {
    about["registry"]?.string.map { $0.dropFirst(4).split(separator: "/").first.map(String.init) }
      ?? nil
  }

  func text(_ path: String) -> SourceText? {
    guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(path)")) else { return nil }
    return SourceText(file: Paths.basename(path), bytes: Array(data))
  }
}

private func folders(in folder: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.sorted().map { folder + "/" + $0 }
}

private func cases() -> [Case] {
  folders(in: casesRoot).flatMap(folders).compactMap { folder in
    guard let data = try? Data(contentsOf: URL(filePath: folder + "/case.json")),
      let document = try? Document(Array(data), named: "case")
    else { return nil }
    return Case(folder: folder, about: document.root.value)
  }
}

extension Case {
  /// What martlet would be asked for.
  fileprivate var goal: Goal {
    switch (operation.first, operation.count) {
    case ("edit", 3):
      .update([Goal.Target(name: operation[1], version: operation[2])], raising)
    case ("update", 2): .update([Goal.Target(name: operation[1])], UpdateOptions())
    case ("resolve", _): .lock(LockOptions())
    default: .updateAll(UpdateOptions())
    }
  }

  /// Requirements follow in every case, as in the commits that some cases were taken from.
  private var raising: UpdateOptions {
    var options = UpdateOptions()
    options.strategy = .increase
    return options
  }

  fileprivate var tree: SourceTree {
    let root = folder + "/before"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return SourceTree(name: "project", paths: paths.sorted()) { path throws(Problem) in
      guard let data = try? Data(contentsOf: URL(filePath: "\(root)/\(path)")) else {
        throw Problem(.failed, "no such file", subject: path)
      }
      return SourceText(file: path, bytes: Array(data))
    }
  }
}

/// What became of a case.
private enum Verdict {
  case identical
  case refused(String)
  case wrong(String)
}

private func judge(_ it: Case, _ universe: Universe) async -> Verdict {
  var toolchain = ToolchainProfile()
  toolchain.isPinned = [.node, .npm]
  let npm = NPMEcosystem(http: universe.client(at: it.date), toolchain: toolchain)
  let tree = it.tree
  guard let project = npm.discover(in: tree.paths).first else { return .wrong("no project") }
  do throws(Problem) {
    let change = try await npm.change(project, in: tree, toward: it.goal)
    for path in ["package.json", "package-lock.json"] {
      let after = change.files.first { $0.path == path }?.after ?? it.text("before/" + path)?.bytes
      guard let oracle = it.text("oracle/" + path) else { return .wrong("solved") }
      if oracle.bytes == after { continue }
      if let out = environment["MARTLET_NPM_OUT"] {
        try? Data(after ?? []).write(to: URL(filePath: "\(out)/\(it.name).\(path)"))
      }
      return .wrong("other bytes in \(path)")
    }
    return .identical
  } catch {
    if error.kind == .unsolvable, it.about["error"] != nil { return .identical }
    let words = "\(error.message): \(error.subject ?? "") \(error.explanation)"
    return error.kind == .refused ? .refused(words) : .wrong(words)
  }
}

@Suite struct `What npm made of thousands of projects` {
  @Test(.enabled(if: isPrepared)) func `no lock differs from npm's`() async throws {
    let universes = Dictionary(
      uniqueKeysWithValues: ["mocks", "real", "fuzz"].map {
        ($0, Universe(folder: "\(scratch)/npm-\($0)"))
      })
    var identical = 0
    var refused: [String: Int] = [:]
    var wrong: [String] = []
    let filter = environment["MARTLET_NPM_CASE"]
    for it in cases() where filter.map(it.name.contains) ?? true {
      let universe = try #require(universes[it.about["universe"]?.string ?? ""])
      switch await judge(it, universe) {
      case .identical: identical += 1
      case .refused(let why): refused[why, default: 0] += 1
      case .wrong(let why):
        let shape = it.about["shape"]?.string ?? "error"
        let features =
          it.about["features"]?.array?.compactMap(\.string).joined(separator: "+") ?? ""
        wrong.append("\(it.name) \(shape) \(features) \(it.operation): \(why)")
      }
    }
    print("identical \(identical), refused \(refused.values.reduce(0, +)), wrong \(wrong.count)")
    for (why, count) in refused { print("refused \(count): \(why)") }
    for line in wrong { print("wrong: \(line)") }
    #expect(wrong.isEmpty)
  }
}
