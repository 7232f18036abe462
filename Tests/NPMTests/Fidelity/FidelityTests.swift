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

private func files(below folder: String) -> [String] {
  let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
  return paths.map { "/project/" + $0 }.sorted()
}

/// What became of a case.
private enum Verdict {
  case identical
  case refused(String)
  case wrong(String)
}

private func judge(_ it: Case, _ universe: Universe) throws -> Verdict {
  let isEdit = it.operation.first == "edit"
  let manifest = try #require(
    it.text(
      (isEdit && it.text("oracle/package.json") != nil ? "oracle" : "before") + "/package.json"))
  if isEdit, it.text("oracle/package.json") == nil { return .refused("no edited manifest") }
  let aim: Assignment.Aim =
    switch (it.operation.first, it.operation.count) {
    case ("edit", _): .install
    case (_, 1): .updateAll
    default: .update([it.operation[1]])
    }
  let resolver = Resolver(
    Assignment(
      folder: "/project", manifest: try Manifest.document(manifest),
      lock: try it.text("before/package-lock.json").map(Manifest.document), aim: aim,
      engines: Engines(node: "20.20.2", npm: "10.8.2"), files: files(below: it.folder + "/before")))
  while true {
    switch resolver.resume() {
    case .needs(let wants):
      for want in wants {
        switch want {
        case .packument(let name, let full):
          resolver.learn(name, full: full, universe.answer(name, full: full, at: it.date))
        case .folder(let path):
          let place = Paths.tail(of: path, below: "/project") ?? "none"
          try resolver.learn(folder: path, it.text("before/\(place)/package.json"))
        }
      }
    case .failed(let problem):
      if problem.kind == .unsolvable, it.about["error"] != nil { return .identical }
      let words = "\(problem.message): \(problem.subject ?? "")"
      return problem.kind == .refused ? .refused(words) : .wrong(words)
    case .solved(let solution):
      guard let oracle = it.text("oracle/package-lock.json") else { return .wrong("solved") }
      if oracle.bytes == solution.lock { return .identical }
      if let out = environment["MARTLET_NPM_OUT"] {
        try? Data(solution.lock).write(to: URL(filePath: "\(out)/\(it.name).json"))
      }
      return .wrong("other bytes")
    }
  }
}

@Suite struct `What npm made of thousands of projects` {
  @Test(.enabled(if: isPrepared)) func `no lock differs from npm's`() throws {
    let universes = Dictionary(
      uniqueKeysWithValues: ["mocks", "real"].map {
        ($0, Universe(folder: "\(scratch)/npm-\($0)"))
      })
    var identical = 0
    var refused: [String: Int] = [:]
    var wrong: [String] = []
    let filter = environment["MARTLET_NPM_CASE"]
    for it in cases() where filter.map(it.name.contains) ?? true {
      let universe = try #require(universes[it.about["universe"]?.string ?? ""])
      switch try judge(it, universe) {
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
