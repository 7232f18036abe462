import Ecosystem
import FoundationEssentials
import Testing
import Text

@testable import Bundler

/// Reads Gemfiles of public repositories, which are kept outside this one.
///
/// `MARTLET_GEMFILES` names a folder with a folder for each repository and beside it `NAME.paths`,
/// the listing of all its files.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["MARTLET_GEMFILES"] != nil,
    "needs MARTLET_GEMFILES: real Gemfiles"))
struct `Gathered Gemfiles` {
  /// How many of one repository count, so that none outweighs the others.
  private static let most = 12

  @Test func `are read in full, or refused by name`() async throws {
    let folder = ProcessInfo.processInfo.environment["MARTLET_GEMFILES"] ?? ""
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    var read = 0
    var refused: [String] = []
    for name in names.filter({ $0.hasSuffix(".paths") }).map({ String($0.dropLast(6)) }).sorted() {
      let listing = try String(contentsOfFile: "\(folder)/\(name).paths", encoding: .utf8)
      let tree = Self.tree("\(folder)/\(name)", listing.split(separator: "\n").map(String.init))
      let manifests = tree.paths.filter {
        $0.hasSuffix("Gemfile") && ($0 == "Gemfile" || $0.hasSuffix("/Gemfile"))
      }
      for manifest in manifests.prefix(Self.most) {
        var reader = GemfileReader(tree: tree, toolchain: testToolchain)
        do throws(Problem) {
          _ = try await reader.read(manifest, lock: nil)
          read += 1
        } catch {
          refused.append(
            "\(name) \(manifest): \(error.message) \(error.subject ?? "") \(error.location?.description ?? "")"
          )
        }
      }
    }
    print(refused.joined(separator: "\n"))
    print("read \(read), refused \(refused.count)")
    #expect(read * 100 >= (read + refused.count) * 92)
  }

  private static func tree(_ folder: String, _ paths: [String]) -> SourceTree {
    SourceTree(name: "gathered", paths: paths.sorted()) { path throws(Problem) in
      guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(path)")) else {
        throw Problem(.failed, "was not gathered", subject: path)
      }
      return SourceText(file: path, bytes: Array(data))
    }
  }
}
