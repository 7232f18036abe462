import Ecosystem
import FoundationEssentials
import JSON
import Testing
import Text

@testable import JavaScript
@testable import NPM

private let environment = ProcessInfo.processInfo.environment
private let scratch = environment["MARTLET_SCRATCH"] ?? ""
private let isPrepared = environment["MARTLET_SHARED"] != nil && !folders(in: casesRoot).isEmpty
private let casesRoot = scratch + "/npm-cases"

/// A case of the shared oracle kit: a project before and after npm's command.
private struct Case {
  let folder: String
  let about: Value

  var name: String { Paths.basename(folder) }
  var operation: [String] { about["op"]?.array?.compactMap(\.string) ?? [] }

  /// The folder's name starts with the npm that made the cases: `8.12.1-mocks`; else 10.8.2.
  var toolchain: Toolchain {
    var toolchain = Toolchain(stating: [.node, .npm, .platform])
    let suite = Paths.basename(Paths.dirname(folder))
    guard let npm = suite.split(separator: "-").first, Version(String(npm)) != nil else {
      return toolchain
    }
    toolchain[.npm] = String(npm)
    if let node = Self.nodes[String(npm)] { toolchain[.node] = node }
    return toolchain
  }

  /// The Node with which each npm of the judges runs.
  private static let nodes = [
    "7.24.2": "16.15.1", "8.12.1": "18.4.0", "9.8.1": "18.18.2", "10.9.3": "22.20.0",
    "11.6.2": "24.11.1", "11.17.0": "24.19.0", "11.19.0": "26.7.0",
  ]

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
  /// martlet's goal.
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

  fileprivate var tree: SourceTree { tree(nil) }

  /// The project before the change, maybe with another `package.json`.
  fileprivate func tree(_ manifest: SourceText?) -> SourceTree {
    let root = folder + "/before"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return SourceTree(name: "project", paths: paths.sorted()) { path throws(Problem) in
      if path == "package.json", let manifest { return manifest }
      guard let data = try? Data(contentsOf: URL(filePath: "\(root)/\(path)")) else {
        throw Problem(.failed, "no such file", subject: path)
      }
      return SourceText(file: path, bytes: Array(data))
    }
  }

  /// Whether it was taken from a commit, which may do more to `package.json` than was asked for.
  fileprivate var isReplayed: Bool { about["registry"] != nil }

  /// The manifest after the commit, but for the requirement in question, which is the old one.
  fileprivate var manifestWithOtherChanges: SourceText? {
    guard isReplayed, operation.first == "edit", let name = operation.dropFirst().first,
      let old = text("before/package.json").flatMap({ try? Manifest.document($0) }),
      let new = text("oracle/package.json").flatMap({ try? Manifest.document($0) })
    else { return nil }
    let replacements = ManifestDependency.sections.compactMap { section -> Replacement? in
      guard let before = old.root[section]?[name], let after = new.root[section]?[name] else {
        return nil
      }
      return Replacement(file: new.source.file, range: after.range, text: before.text)
    }
    return try? new.source.applying(replacements)
  }
}

/// The result of a case.
private enum Verdict: Hashable {
  var word: String {
    switch self {
    case .identical: "identical"
    case .identicalBesideOtherChanges: "beside other changes"
    case .lockedAlike: "locked alike"
    case .refused: "refused"
    case .wrong: "wrong"
    }
  }

  case identical
  /// The same after the commit's other changes of `package.json` were applied.
  case identicalBesideOtherChanges
  /// The commit wrote another requirement than martlet does; the lock of its manifest is npm's.
  case lockedAlike
  case refused(String)
  case wrong(String)
}

private func judge(_ it: Case, _ universe: Universe) async -> Verdict {
  let verdict = await judge(it, universe, it.tree, toward: it.goal)
  guard case .wrong = verdict, let manifest = it.manifestWithOtherChanges,
    let wanted = it.text("oracle/package.json")
  else { return verdict }
  if manifest.bytes != it.text("before/package.json")?.bytes,
    await judge(it, universe, it.tree(manifest), toward: it.goal) == .identical
  {
    return .identicalBesideOtherChanges
  }
  let locked = await judge(it, universe, it.tree(wanted), toward: .lock(LockOptions()))
  return locked == .identical ? .lockedAlike : verdict
}

private func judge(
  _ it: Case, _ universe: Universe, _ tree: SourceTree, toward goal: Goal
) async -> Verdict {
  let npm = NPMEcosystem(http: universe.client(at: it.date), toolchain: it.toolchain)
  guard let project = npm.discover(in: tree.paths).first else { return .wrong("no project") }
  do throws(Problem) {
    let change = try await npm.open(project, in: tree).change(toward: goal)
    for path in ["package.json", "package-lock.json"] {
      let before = tree.paths.contains(path) ? try await tree.read(path).bytes : nil
      let after = change.files.first { $0.path == path }?.after ?? before
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
    let text = "\(error.message): \(error.subject ?? "") \(error.explanation)"
    return error.kind == .refused ? .refused(text) : .wrong(text)
  }
}

@Suite struct `Recorded locks of npm` {
  @Test(.enabled(if: isPrepared, "needs MARTLET_SHARED and MARTLET_SCRATCH: cases of npm"))
  func `no lock differs from npm's`() async throws {
    let universes = Dictionary(
      uniqueKeysWithValues: ["mocks", "real", "fuzz"].map {
        ($0, Universe(folder: "\(scratch)/npm-\($0)"))
      })
    var tally: [String: [String: Int]] = [:]
    var identical = 0
    var besideOthers = 0
    var lockedAlike = 0
    var refused: [String: Int] = [:]
    var wrong: [String] = []
    let filter = environment["MARTLET_NPM_CASE"]
    for it in cases() where filter.map(it.name.contains) ?? true {
      let universe = try #require(universes[it.about["universe"]?.string ?? ""])
      let verdict = await judge(it, universe)
      tally[it.toolchain[.npm], default: [:]][verdict.word, default: 0] += 1
      switch verdict {
      case .identical: identical += 1
      case .identicalBesideOtherChanges: besideOthers += 1
      case .lockedAlike: lockedAlike += 1
      case .refused(let why): refused[why, default: 0] += 1
      case .wrong(let why):
        let shape = it.about["shape"]?.string ?? "error"
        let features =
          it.about["features"]?.array?.compactMap(\.string).joined(separator: "+") ?? ""
        wrong.append("\(it.name) \(shape) \(features) \(it.operation): \(why)")
      }
    }
    print(
      "identical \(identical), beside a commit's other changes \(besideOthers), "
        + "locked alike after another requirement \(lockedAlike), "
        + "refused \(refused.values.reduce(0, +)), wrong \(wrong.count)")
    for (npm, counts) in tally.sorted(by: { $0.key < $1.key }) {
      print("npm \(npm): \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    }
    for (why, count) in refused { print("refused \(count): \(why)") }
    for line in wrong { print("wrong: \(line)") }
    #expect(wrong.isEmpty)
  }
}
