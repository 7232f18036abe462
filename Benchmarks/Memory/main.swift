// Resolves an npm project repeatedly without a lock file in one process, and prints the resident
// memory of the process in MB. Memory that grows with the number of resolutions is a leak.
//
//     bench-memory TIMES REGISTRY FOLDER-OF-PACKAGE.JSON
import Ecosystem
import FoundationEssentials
import Glibc
import HTTP
import NPM

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3, let times = Int(words[0]), times > 0 else {
  print("usage: bench-memory TIMES REGISTRY FOLDER-OF-PACKAGE.JSON")
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

/// Returns the resident memory of this process in MB.
func resident() throws -> Int {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (Int(pages[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / (1 << 20)
}

print("resolutions  MB")
for count in 1...times {
  let opened = try await NPMEcosystem(http: client).open(project, in: tree)
  let change = try await opened.change(toward: .lock(LockOptions()))
  guard !change.files.isEmpty else { fatalError("the resolution produced no lock file") }
  if count == 1 || count % (max(times, 10) / 10) == 0 {
    let cells = [("\(count)", 11), ("\(try resident())", 4)]
    print(cells.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined())
  }
}
