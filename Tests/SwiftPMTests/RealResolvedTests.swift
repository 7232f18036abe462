import Ecosystem
import FoundationEssentials
import SwiftPM
import Testing
import Text

/// A folder of real `Package.resolved` files, gathered outside the repository.
private let folder = ProcessInfo.processInfo.environment["MARTLET_RESOLVED"]

@Suite(.enabled(if: folder != nil, "needs MARTLET_RESOLVED: real files"))
struct `Real Package.resolved files` {
  @Test func `are written back byte for byte, or refused by name`() throws {
    let folder = try #require(folder)
    var counts = ["identical": 0, "refused": 0, "different": 0]
    var formats: [Int: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
      do throws(Problem) {
        let file = try ResolvedFile(SourceText(file: name, bytes: bytes))
        let verdict = file.bytes == bytes ? "identical" : "different"
        counts[verdict, default: 0] += 1
        formats[file.format.rawValue, default: 0] += 1
        if verdict == "different" { print("different \(name)") }
      } catch {
        counts["refused", default: 0] += 1
        print("refused \(name): \(error.message)")
      }
    }
    print(counts, formats)
    #expect(counts["identical", default: 0] > 0)
  }
}
