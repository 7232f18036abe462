import Ecosystem
import FoundationEssentials
import SwiftPM
import SwiftSources
import Testing
import Text

/// A folder of real manifests, gathered outside the repository, to be counted.
private let folder = ProcessInfo.processInfo.environment["MARTLET_MANIFESTS"]

@Suite(.enabled(if: folder != nil, "needs MARTLET_MANIFESTS: real manifests"))
struct `A real manifest` {
  @Test func `nearly all real manifests are read, the others refused by name`() throws {
    let folder = try #require(folder)
    let reader = ManifestReader(tools: ToolsVersion(6, 3, 1))
    var read = 0
    var rest: [String] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where name.hasSuffix(".swift") {
      let bytes = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
      let text = SourceText(file: name, bytes: bytes)
      // SwiftPM itself reads none of these.
      if ManifestChoice.toolsVersion(of: text) < .oldest { continue }
      do throws(ManifestError) {
        let manifest = try reader.read(text)
        dump(manifest, to: "\(folder)/\(name).read")
        guard let obstacle = manifest.obstacle else {
          read += 1
          continue
        }
        rest.append("partly \(text.problem(of: obstacle).summary)")
      } catch {
        rest.append("\(error.kind) \(text.problem(of: error).summary)")
      }
    }
    print((["read \(read) of \(read + rest.count)"] + rest).joined(separator: "\n"))
    #expect(read * 100 >= (read + rest.count) * 97)
  }

  /// Writes what was read next to the manifest, to be compared with what `dump-package` says.
  private func dump(_ manifest: PackageManifest, to path: String) {
    var lines = ["name \(manifest.name)"]
    lines += manifest.dependencies.map {
      "dep \($0.identity) \($0.requirement?.description ?? "path")"
    }
    lines += manifest.products.map { "product \($0.name) \($0.targets.sorted())" }
    for target in manifest.targets {
      let uses = target.uses.map { "\($0.kind) \($0.name) \($0.package ?? "-")" }
      lines.append("target \(target.name) \(uses.sorted())")
    }
    _ = FileManager.default.createFile(
      atPath: path, contents: lines.joined(separator: "\n").data(using: .utf8))
  }
}

extension Problem {
  fileprivate var summary: String { "\(location.map { "\($0)" } ?? ""): \(message)" }
}
