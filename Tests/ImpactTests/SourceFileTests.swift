import Ecosystem
import Impact
import Testing

@Suite struct `The source files of a project` {
  @Test func `are those below its folder, without foreign and generated ones`() {
    let files = SourceFiles(generatedFolders: ["Pods"])
    let paths = TreeListing([
      "app/z.js", "app/src/a.js", "app/vendor/b.js", "app/Pods/c.js", "app/d.min.js", "app/e.d.ts",
      "other/f.js", "app/g.txt",
    ])
    #expect(files([".js", ".ts"], below: "/app", in: paths) == ["app/z.js", "app/src/a.js"])
    #expect(files([".txt"], below: "/", in: paths) == ["app/g.txt"])
    // A selection is kept for each folder, ending and generated folder.
    #expect(files([".js", ".ts"], below: "/app", in: paths) == ["app/z.js", "app/src/a.js"])
    #expect(files([".js"], below: "/other", in: paths) == ["other/f.js"])
    let all = SourceFiles()
    #expect(
      all([".js"], below: "/app", in: paths) == ["app/z.js", "app/Pods/c.js", "app/src/a.js"])
  }

  @Test func `are searched once for all updates of a tree`() {
    let folders = (0..<2_000).map { "p\($0)" }
    let paths = TreeListing(folders.flatMap { folder in (0..<20).map { "\(folder)/f\($0).js" } })
    let files = SourceFiles()
    let time = ContinuousClock().measure {
      for folder in folders {
        #expect(files([".js"], below: "/" + folder, in: paths).count == 20)
        #expect(files([".js"], below: "/", in: paths).count == 40_000)
      }
    }
    // One search of all paths for each update took minutes.
    #expect(time < .seconds(30))
  }
}
