import Ecosystem
import FoundationEssentials
import Testing
import Text

@testable import GitSubmodules

/// A folder of files of public repositories, one folder each, which isn't part of this repository.
private let folder = ProcessInfo.processInfo.environment["MARTLET_REAL_FILES"]

@Suite struct `Submodules of public repositories` {
  @Test(.enabled(if: folder != nil, "needs MARTLET_REAL_FILES: a folder of repositories"))
  func `are read, each with its path and address`() throws {
    let root = folder ?? ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    where path.hasSuffix("/.gitmodules") {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(root)/\(path)")))
      do throws(Problem) {
        for entry in try SubmodulesFile(SourceText(file: ".gitmodules", bytes: bytes)).entries {
          let texts = [entry.path, entry.url ?? "", entry.branch ?? ""]
          print((["found", "gitsubmodule", path] + texts).joined(separator: "\t"))
        }
      } catch {
        print("error\tgitsubmodule\t\(path)\t\(error.message)")
      }
    }
  }
}
