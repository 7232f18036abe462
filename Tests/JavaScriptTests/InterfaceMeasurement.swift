import FoundationEssentials
import Impact
import JSON
import Testing
import Text

@testable import JavaScript

/// Compares versions of real npm packages that a folder holds, and writes what changed;
/// docs/decisions/impact-measurements.md has the results.
///
/// `MARTLET_NODE_IMPACT` names a folder with `NAME/FROM..TO/before` and `after`, which are unpacked
/// tarballs. The changes of each step are written to `martlet.txt` next to them.
@Suite struct `A measurement of npm packages` {
  private static let root = ProcessInfo.processInfo.environment["MARTLET_NODE_IMPACT"] ?? ""

  @Test(.enabled(if: !root.isEmpty, "needs MARTLET_NODE_IMPACT"))
  func `writes the changes of real packages`() throws {
    let manager = FileManager.default
    var steps = 0
    for name in try manager.contentsOfDirectory(atPath: Self.root).sorted() {
      for step in try manager.contentsOfDirectory(atPath: "\(Self.root)/\(name)").sorted() {
        let folder = "\(Self.root)/\(name)/\(step)"
        let (before, after) = (try package("\(folder)/before"), try package("\(folder)/after"))
        let clock = ContinuousClock()
        var comparison: APIComparison?
        let time = clock.measure {
          var (old, new) = (before, after)
          comparison = APIComparison(from: old.read([name]), to: new.read([name]))
        }
        guard let comparison else { continue }
        var lines = ["time \(time)", "symbols \(comparison.before.declarations.count)"]
        lines += comparison.before.gaps.map {
          "gap before \($0.isShallow ? "names " : "")\($0.reason)"
        }
        lines += comparison.after.gaps.map {
          "gap after \($0.isShallow ? "names " : "")\($0.reason)"
        }
        lines += comparison.changes.map {
          "\($0.isUncertain ? "?" : "!") \($0.kind.rawValue)\t\($0.declaration.path)\t\($0.text)"
        }
        lines += comparison.before.declarations.map { "= \($0.path)" }
        let text = lines.joined(separator: "\n") + "\n"
        try text.write(toFile: "\(folder)/martlet.txt", atomically: true, encoding: .utf8)
        steps += 1
      }
    }
    #expect(steps > 0)
  }

  private func package(_ folder: String) throws -> ScriptPackage {
    let endings = [".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs"]
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where endings.contains(where: path.hasSuffix) || path == "package.json" {
      files[path] = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    }
    let text = SourceText(file: "package.json", bytes: files["package.json"] ?? [])
    let manifest = try Manifest.document(text)
    let name = manifest.root["name"]?.string ?? ""
    return ScriptPackage(name: name, files: files, manifest: manifest.root, limits: ScanLimits())
  }
}
