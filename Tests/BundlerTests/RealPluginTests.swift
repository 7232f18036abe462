import Ecosystem
import FoundationEssentials
import Gems
import Testing
import Text

@testable import Bundler

/// A folder of files of public repositories, one folder each, which isn't part of this repository.
private let folder = ProcessInfo.processInfo.environment["MARTLET_REAL_FILES"]

@Suite struct `Plugins of public repositories` {
  @Test(.enabled(if: folder != nil, "needs MARTLET_REAL_FILES: a folder of repositories"))
  func `are read through the Gemfile that includes them`() async throws {
    let root = folder ?? ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    where path.hasSuffix("/Pluginfile") {
      let plugins = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      let project = path.split(separator: "/").dropLast(2).joined(separator: "/")
      let gemfile = try? String(contentsOfFile: "\(root)/\(project)/Gemfile", encoding: .utf8)
      let inside = path.split(separator: "/").suffix(2).joined(separator: "/")
      let standard = "eval_gemfile('\(inside)')"
      let files = ["Gemfile": gemfile ?? standard, inside: plugins]
      let how = gemfile == nil ? "alone" : "through its Gemfile"
      var reader = GemfileReader(
        tree: SourceTree(name: "t", files: files), toolchain: testToolchain)
      do throws(Problem) {
        for gem in try await reader.read("Gemfile", lock: nil).dependencies
        where gem.location.description.hasPrefix(inside) {
          let texts = [gem.name, gem.requirement.description, gem.source?.identifier ?? "", how]
          print((["found", "pluginfile", path] + texts).joined(separator: "\t"))
        }
      } catch {
        print("error\tpluginfile\t\(path)\t\(error.message)\t\(how)")
      }
    }
  }
}
