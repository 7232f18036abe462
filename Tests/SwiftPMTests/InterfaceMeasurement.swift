import FoundationEssentials
import Impact
import TestSupport
import Testing
import Text

@testable import SwiftPM
@testable import SwiftSources

/// Compares versions of real packages that a folder holds, and writes what changed;
/// docs/decisions/impact-measurements.md has the results.
///
/// `MARTLET_IMPACT` names a folder with `NAME/FROM..TO/before` and `after`, which are checkouts. The
/// changes of each step are written to `martlet.txt` next to them.
@Suite struct `A measurement of interfaces` {
  private static let root = ProcessInfo.processInfo.environment["MARTLET_IMPACT"] ?? ""

  @Test(.enabled(if: !root.isEmpty, "needs MARTLET_IMPACT"))
  func `writes the changes of real packages`() throws {
    let manager = FileManager.default
    var steps = 0
    for name in try manager.contentsOfDirectory(atPath: Self.root).sorted() {
      for step in try manager.contentsOfDirectory(atPath: "\(Self.root)/\(name)").sorted() {
        let folder = "\(Self.root)/\(name)/\(step)"
        let clock = ContinuousClock()
        var comparison: APIComparison?
        let time = try clock.measure {
          comparison = APIComparison(
            from: try api("\(folder)/before"), to: try api("\(folder)/after"))
        }
        guard let comparison else { continue }
        var lines = ["time \(time)", "symbols \(comparison.before.declarations.count)"]
        lines += (comparison.before.gaps + comparison.after.gaps).map { "gap \($0.reason)" }
        lines += comparison.changes.map {
          "\($0.isUncertain ? "?" : "!") \($0.kind.rawValue)\t\($0.declaration.title)\t\($0.text)"
        }
        lines += comparison.before.declarations.map { "= \($0.title)" }
        let text = lines.joined(separator: "\n") + "\n"
        try text.write(toFile: "\(folder)/martlet.txt", atomically: true, encoding: .utf8)
        steps += 1
      }
    }
    #expect(steps > 0)
  }

  private func api(_ folder: String) throws -> PublicAPI {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix(".swift") {
      files[path] = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    }
    let texts = files.filter { ManifestChoice.isManifest($0.key) }.mapValues {
      SourceText(file: "Package.swift", bytes: $0)
    }
    let tools = ToolsVersion(6, 3, 1)
    let manifest = try #require(ManifestChoice.pick(texts, tools: tools))
    let layout = try ManifestReader(tools: tools).layout(in: manifest)
    let products = try ManifestReader(tools: tools).read(manifest).products.flatMap(\.targets)
    let modules = Set(
      layout.targets.filter { $0.kind == "target" && products.contains($0.name) }.map(\.module))
    return layout.publicAPI(in: modules, of: files, ScanLimits())
  }
}
