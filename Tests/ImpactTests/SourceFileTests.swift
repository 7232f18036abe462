import Impact
import Testing

@Suite struct `The source files of a project` {
  @Test func `are those below its folder, without foreign and generated ones`() {
    let files = SourceFiles(generatedFolders: ["Pods"])
    let paths = [
      "app/z.js", "app/src/a.js", "app/vendor/b.js", "app/Pods/c.js", "app/d.min.js", "app/e.d.ts",
      "other/f.js", "app/g.txt",
    ]
    #expect(files([".js", ".ts"], below: "/app", in: paths) == ["app/z.js", "app/src/a.js"])
    #expect(files([".txt"], below: "/", in: paths) == ["app/g.txt"])
  }
}
