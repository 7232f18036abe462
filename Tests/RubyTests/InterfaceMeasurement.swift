import FoundationEssentials
import Impact
import Testing

@testable import Ruby

/// Compares versions of real gems that a folder holds, and writes what changed;
/// docs/decisions/impact-measurements.md has the results.
///
/// `MARTLET_GEM_IMPACT` names a folder with `NAME/FROM..TO/before` and `after`, which have the gem's
/// `lib`. The changes of each step are written to `martlet.txt` next to them.
@Suite struct `A measurement of gems` {
  private static let root = ProcessInfo.processInfo.environment["MARTLET_GEM_IMPACT"] ?? ""

  @Test(.enabled(if: !root.isEmpty, "needs MARTLET_GEM_IMPACT"))
  func `writes the changes of real gems`() throws {
    let manager = FileManager.default
    var steps = 0
    for name in try manager.contentsOfDirectory(atPath: Self.root).sorted() {
      for step in try manager.contentsOfDirectory(atPath: "\(Self.root)/\(name)").sorted() {
        let folder = "\(Self.root)/\(name)/\(step)"
        let (before, after) = (try files("\(folder)/before"), try files("\(folder)/after"))
        let clock = ContinuousClock()
        var comparison: APIComparison?
        let time = clock.measure {
          comparison = APIComparison(from: api(before), to: api(after))
        }
        guard let comparison else { continue }
        let title = UseScanner.ruby.title
        var lines = ["time \(time)", "symbols \(comparison.before.declarations.count)"]
        let (old, new) = (comparison.before.gaps, comparison.after.gaps)
        lines += (old + new).map { gap in
          let isShared = (old + new).count { $0.identity != nil && $0.identity == gap.identity } > 1
          return "\(isShared ? "same" : "gap") \(gap.reason)"
        }
        lines += comparison.changes.map {
          "\($0.isUncertain ? "?" : "!") \($0.kind.rawValue)\t\(title($0.declaration))\t\($0.text)"
        }
        lines += comparison.before.declarations.map { "= \(title($0))" }
        let text = lines.joined(separator: "\n") + "\n"
        try text.write(toFile: "\(folder)/martlet.txt", atomically: true, encoding: .utf8)
        steps += 1
      }
    }
    #expect(steps > 0)
  }

  private func files(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix(".rb") {
      files[path] = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    }
    return files
  }

  private func api(_ files: [String: [UInt8]]) -> PublicAPI {
    var reader = RubyInterface(files: files, folders: ["lib"], limits: ScanLimits())
    return reader.read()
  }
}
