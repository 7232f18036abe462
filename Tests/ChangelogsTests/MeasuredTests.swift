@testable import Changelogs
import FoundationEssentials
import Gems
import NPM
import SwiftPM
import Testing
import Versioning

/// The folder of real changelogs, which is not in the repository: `truth.txt` and `files/`.
private let folder = ProcessInfo.processInfo.environment["MARTLET_CHANGELOGS"] ?? ""

/// A line of `truth.txt`: `npm|file|from|to|first line|last line`, written by a person.
private struct Sample {
  var order: VersionOrder
  var file: String
  var old: String
  var new: String
  var wanted: ClosedRange<Int>

  init?(_ line: Substring) {
    let parts = line.split(separator: "|").map(String.init)
    guard parts.count == 6, let first = Int(parts[4]), let last = Int(parts[5]) else { return nil }
    order =
      switch parts[0] {
      case "npm": VersionOrder(of: NPM.Version.self)
      case "gem": VersionOrder(of: GemVersion.self)
      default: VersionOrder(of: SemanticVersion.self)
      }
    (file, old, new, wanted) = (parts[1], parts[2], parts[3], first...last)
  }

  /// Compares the cut lines with the expected ones; blank lines and link definitions are ignored.
  func verdict() throws -> String {
    let text = try read("files/" + file).replacing("\r\n", with: "\n")
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let counts = { (number: Int) in
      number <= lines.count && !lines[number - 1].allSatisfy(\.isWhitespace)
        && LinkDefinition(lines[number - 1]) == nil
    }
    let wanted = Set(wanted.filter(counts))
    let cut = Set((Pruning(text, order).cut(from: old, to: new)?.lines ?? []).filter(counts))
    if cut == wanted { return "right" }
    let words =
      cut.isEmpty
      ? "none"
      : cut.isSuperset(of: wanted)
        ? "too much" : cut.isSubset(of: wanted) ? "too little" : "wrong"
    return "\(words): \(file) \(old) \(new) \(cut.min() ?? 0)-\(cut.max() ?? 0)"
  }
}

private func read(_ name: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: folder + "/" + name)), as: UTF8.self)
}

@Suite(.enabled(if: !folder.isEmpty, "needs MARTLET_CHANGELOGS: real change logs"))
struct `A real changelog` {
  @Test func `Real changelogs are cut to the section that a reader would choose`() throws {
    let samples = try read("truth.txt").split(separator: "\n").compactMap(Sample.init)
    let verdicts = try samples.map { try $0.verdict() }
    for verdict in verdicts where verdict != "right" { print(verdict) }
    let right = verdicts.count { $0 == "right" }
    print("\(right) of \(verdicts.count) right")
    #expect(samples.count >= 60)
    #expect(right * 100 >= samples.count * 95)
  }
}
