import Ecosystem
import FoundationEssentials
import JSON
import TestSupport
import Testing

@testable import CocoaPods

/// A case of the kit: a project, a command, and the files that CocoaPods wrote.
private struct PodCase: Sendable {
  let id: String
  let seed: Int
  let operation: [String]
  let error: String?
  let before: [String: String]
  let after: [String: String]

  init(_ folder: URL) throws {
    let about = try Document(
      Array(Data(contentsOf: folder.appending(path: "case.json"))), named: "case.json"
    ).root
    id = folder.lastPathComponent
    seed = about["seed"]?.int ?? 0
    operation = about["op"]?.elements.compactMap(\.string) ?? []
    error = about["error"]?.string
    before = try Self.files(folder.appending(path: "before"))
    let oracle = folder.appending(path: "oracle")
    after = (try? Self.files(oracle)) ?? [:]
  }

  private static func files(_ folder: URL) throws -> [String: String] {
    var result: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path()) {
      let url = folder.appending(path: path)
      if let data = try? Data(contentsOf: url) {
        result[path] = String(decoding: data, as: UTF8.self)
      }
    }
    return result
  }

  var goal: Goal {
    switch operation.first {
    case "lock": return .lock(LockOptions())
    case "edit":
      return .update([.init(name: operation[1], version: operation[2])], UpdateOptions())
    default:
      let names = operation.dropFirst().map { Goal.Target(name: $0) }
      return names.isEmpty ? .updateAll(UpdateOptions()) : .update(names, UpdateOptions())
    }
  }

  /// Returns nil if martlet answers as CocoaPods did.
  func difference(_ ecosystem: CocoaPodsEcosystem) async -> (isWrong: Bool, text: String)? {
    do throws(Problem) {
      let tree = SourceTree(name: "project", files: before)
      let project = ecosystem.discover(in: tree.paths)[0]
      let change = try await ecosystem.open(project, in: tree).change(toward: goal)
      guard error == nil else { return (true, "no error: \(error ?? "")") }
      var written = before
      for file in change.files {
        written[file.path] = file.after.map { String(decoding: $0, as: UTF8.self) }
      }
      let expected = before.merging(after) { $1 }
      let path = Set(written.keys).union(expected.keys).sorted().first {
        written[$0] != expected[$0]
      }
      return path.map { (true, Self.lines(written[$0] ?? "", expected[$0] ?? "")) }
    } catch {
      let isExpected =
        self.error == "conflict" ? error.kind == .unsolvable : self.error != nil
      return isExpected && error.kind != .refused
        ? nil
        : (
          error.kind != .refused,
          "\(error.kind): \(error.subject ?? "") \(error.message) \(error.explanation)"
        )
    }
  }

  private static func lines(_ written: String, _ expected: String) -> String {
    let (left, right) = (written.split(separator: "\n"), expected.split(separator: "\n"))
    let different = left.difference(from: right)
    return different.prefix(8).map { change in
      switch change {
      case .insert(_, let line, _): "+\(line)"
      case .remove(_, let line, _): "-\(line)"
      }
    }.joined(separator: " | ")
  }
}

@Suite(.enabled(if: PodKit.isPresent, "needs MARTLET_SHARED: the kits of the native tools"))
struct `Locks that CocoaPods 1.16.2 wrote` {
  @Test func `are what martlet writes`() async throws {
    let kit = try await PodKit.prepare()
    let cases = URL(filePath: PodKit.cases ?? kit + "/pairs")
    var identical = 0
    var refused: [String] = []
    var wrong: [String] = []
    let folders = try FileManager.default.subpathsOfDirectory(atPath: cases.path())
      .filter { $0.hasSuffix("case.json") }.sorted()
    #expect(!folders.isEmpty)
    for path in folders {
      let recorded = try PodCase(cases.appending(path: path).deletingLastPathComponent())
      let universe = PodUniverse(folder: "\(kit)/universe-\(recorded.seed)/full")
      switch await recorded.difference(universe.ecosystem()) {
      case nil: identical += 1
      case (true, let text)?: wrong.append("\(path) \(recorded.operation): \(text)")
      case (false, let text)?: refused.append("\(path) \(recorded.operation): \(text)")
      }
    }
    print("identical \(identical), refused \(refused.count), wrong \(wrong.count)")
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    #expect(refused.isEmpty, "\(refused.joined(separator: "\n"))")
  }
}
