import Ecosystem
import FoundationEssentials
import Git
import HTTP
import SwiftPM
import Testing
import Text

/// The folder of generated cases, answered by swift itself: `universes/NAME` and `cases/NAME`.
///
/// They are made by the oracle kit; without them there is nothing to compare.
private let oracle: String? = {
  let environment = ProcessInfo.processInfo.environment
  guard environment["MARTLET_SHARED"] != nil else { return nil }
  return environment["MARTLET_SWIFTPM_CASES"]
    ?? environment["MARTLET_SCRATCH"].map { $0 + "/swiftpm" }
}()

@Suite(
  .enabled(
    if: oracle.map { FileManager.default.fileExists(atPath: $0 + "/cases") } ?? false,
    "needs MARTLET_SHARED and MARTLET_SCRATCH: cases of SwiftPM"))
struct `Comparison with SwiftPM` {
  @Test func `every case has the bytes that swift wrote, or is refused, and none is wrong`()
    async throws
  {
    let folder = try #require(oracle)
    var tally = Tally()
    for universe in try list(folder + "/cases") where !universe.contains(".") {
      guard FileManager.default.fileExists(atPath: "\(folder)/universes/\(universe)/repos") else {
        continue
      }
      let swift = gitEcosystem(over: "\(folder)/universes/\(universe)/repos/")
      for name in try list("\(folder)/cases/\(universe)") {
        guard let one = Case("\(folder)/cases/\(universe)/\(name)") else { continue }
        tally.add(await one.judge(swift), "\(universe)/\(name)")
      }
    }
    print(tally)
    #expect(tally.wrong.isEmpty)
    #expect(tally.identical * 100 >= tally.count * 97)
  }

  private func list(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// The counts of all cases.
private struct Tally: CustomStringConvertible {
  var identical = 0
  var refused: [String] = []
  var wrong: [String] = []

  var count: Int { identical + refused.count + wrong.count }

  mutating func add(_ verdict: Verdict, _ name: String) {
    switch verdict {
    case .identical: identical += 1
    case .refused(let reason): refused.append("\(name): \(reason)")
    case .wrong(let what): wrong.append("\(name): \(what)")
    }
  }

  var description: String {
    (["identical \(identical) refused \(refused.count) wrong \(wrong.count)"]
      + refused.map { "refused \($0)" } + wrong.map { "wrong \($0)" }).joined(separator: "\n")
  }
}

private enum Verdict {
  case identical
  case refused(String)
  case wrong(String)
}

/// A case on disk.
private struct Case {
  let manifest: String
  let lock: String?
  let expected: String?
  let error: String?
  let operation: [String]

  init?(_ folder: String) {
    func text(_ name: String) -> String? {
      FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    guard let manifest = text("Package.swift"), let about = text("case.json"),
      let data = about.data(using: .utf8),
      let decoded = try? JSONDecoder().decode(About.self, from: data)
    else { return nil }
    self.manifest = manifest
    lock = text("Package.resolved.in")
    expected = text("expected.resolved")
    error = text("error.txt")
    operation = decoded.op
  }

  private struct About: Decodable {
    var op: [String]
  }

  private var goal: Goal {
    switch operation.first {
    case "edit": .update([.init(name: operation[1], version: operation[2])], .init())
    case "update" where operation.count > 1: .update([.init(name: operation[1])], .init())
    case "update": .updateAll(.init())
    default: .lock(.init())
    }
  }

  /// The first lines that differ.
  private func difference(_ actual: String) -> String {
    let lines = zip(actual.split(separator: "\n"), (expected ?? "").split(separator: "\n"))
    let first = lines.enumerated().first { $0.element.0 != $0.element.1 }
    return "\(operation): line \(first?.offset ?? 0): \(first.map { "\($0.element)" } ?? "length")"
  }

  func judge(_ swift: SwiftPMEcosystem) async -> Verdict {
    var files = ["Package.swift": manifest, "Sources/Root/main.swift": "print(1)\n"]
    files["Package.resolved"] = lock
    let tree = SourceTree(name: "checkout", files: files)
    let project = swift.discover(in: tree.paths)[0]
    do throws(Problem) {
      let change = try await swift.open(project, in: tree).change(toward: goal)
      guard error == nil else { return .wrong("solved what swift does not") }
      let written = change.files.first { $0.path == "Package.resolved" }
      let after = written.map { $0.after.map { String(decoding: $0, as: UTF8.self) } } ?? lock
      return (after ?? "") == expected ? .identical : .wrong(difference(after ?? ""))
    } catch {
      if error.kind == .refused { return .refused("\(error.message) \(error.subject ?? "")") }
      let told = "\(operation): \(error.message) \(error.subject ?? "")"
      guard let expected = self.error else { return .wrong(told) }
      let hasNoSolution = expected.contains("could not be resolved")
      return !hasNoSolution || error.kind == .unsolvable ? .identical : .wrong(told)
    }
  }
}
