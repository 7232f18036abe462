import Ecosystem
import FoundationEssentials
import JavaScript
import Testing
import Text

@testable import Yarn

/// A folder with locks of public repositories.
private let locks = ProcessInfo.processInfo.environment["MARTLET_YARN_LOCKS"]

@Suite struct `Locks of public repositories` {
  @Test(
    .enabled(if: locks != nil, "needs MARTLET_YARN_LOCKS: real locks"),
    arguments: ["classic", "berry"])
  func `are written as they were read, or refused with the first different line`(line: String)
    throws
  {
    let folder = try #require(locks) + "/" + line
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var counts = (identical: 0, refused: 0)
    let format = LockFormat(tool: "Yarn", command: "yarn install")
    for name in names {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      let source = SourceText(file: name, bytes: bytes)
      do throws(Problem) {
        let written =
          line == "classic" ? try ClassicLock(source).bytes() : try BerryLock(source).bytes()
        try format.prove(source, isOneOf: [written])
        counts.identical += 1
      } catch {
        #expect(error.kind == .refused && error.location != nil, "\(name)")
        counts.refused += 1
        print("refused: \(name):\(error.location?.line ?? 0) \(error.message)")
      }
    }
    print("\(line): identical \(counts.identical), refused \(counts.refused)")
    #expect(counts.identical > counts.refused)
  }
}
