import Ecosystem
import FoundationEssentials
import Libc
import HTTP
import JavaScript
import NPM

/// Resolves an npm project repeatedly in one process.
enum Resolutions {
  /// Prints the resident memory after some of the resolutions.
  static func measure(_ words: [String]) async throws {
    guard words.count == 3, let times = Int(words[0]), times > 0 else {
      print(
        "usage: bench-memory TIMES REGISTRY FOLDER-OF-PACKAGE.JSON, bench-memory packument MB...")
      exit(2)
    }
    let manifest = try String(contentsOfFile: words[2] + "/package.json", encoding: .utf8)
    let tree = SourceTree(name: "bench", files: ["package.json": manifest])
    let project = Project(
      ecosystem: .npm, directory: "/", manifest: "package.json", lock: nil)
    let client = Client.live(LiveOptions(allowsPrivate: { _ in true })).layered(
      Layers(
        mirrors: [try Mirror(from: "https://registry.npmjs.org/", to: words[1])],
        store: .inMemory(limit: 64 << 20)))
    print("resolutions  MB")
    for count in 1...times {
      let opened = try await NPMEcosystem(http: client).open(project, in: tree)
      let change = try await opened.change(toward: .lock(LockOptions()))
      guard !change.files.isEmpty else { fatalError("the resolution produced no lock file") }
      if count == 1 || count % (max(times, 10) / 10) == 0 {
        print(row([("\(count)", 11), ("\(try Memory.resident())", 4)]))
      }
    }
  }
}

/// Returns cells, each aligned to the right in its width.
func row(_ cells: [(String, Int)]) -> String {
  cells.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined()
}
