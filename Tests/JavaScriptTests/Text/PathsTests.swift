import Testing

@testable import JavaScript

@Suite struct `Paths in a lock` {
  @Test(arguments: [
    ("node_modules/a", "a"), ("node_modules/@s/a", "@s/a"),
    ("node_modules/a/node_modules/b", "b"), ("node_modules/a/lib/b", "a/lib/b"),
    ("x/node_modules/@s/a", "@s/a"), ("../x/node_modules/a", "a"), ("packages/a", nil), ("", nil),
    ("node_modules", nil), ("node_modules/", ""),
  ])
  func `end with the name of a folder in node_modules`(path: String, name: String?) {
    #expect(Paths.folderName(of: path) == name)
  }

  @Test(arguments: [
    ("a", "a"), ("x/a", "a"), ("/x/@s/a", "@s/a"), ("@s/a", "@s/a"), ("/@s/a/b", "b"), ("@s", "@s"),
    ("x/", ""),
  ])
  func `have the package's name at the end`(path: String, name: String) {
    #expect(Paths.packageName(of: path) == name)
    #expect(Paths.gives(path, name))
  }

  @Test(arguments: [
    ("a", true), ("a/b", true), ("...", true), ("a/.b", true), ("a/", false),
    ("a//b", false), ("./a", false), ("a/..", false), ("a/../b", false), ("/a", false),
  ])
  func `are plain without empty parts and dots`(path: String, isPlain: Bool) {
    #expect(Paths.isPlain(path) == isPlain)
    #expect((Paths.normalize("/" + path) == "/" + path) == isPlain)
  }
}
