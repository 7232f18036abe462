import Testing
import Text

@Suite struct `A path in a tree` {
  @Test(arguments: [
    ("Gemfile", "", "Gemfile", "/"), ("web/package.json", "web", "package.json", "/web"),
    ("a/b/c", "a/b", "c", "/a/b"), ("a/\u{301}b", "a", "\u{301}b", "/a"),
  ])
  func `A path has a folder and a name`(
    path: String, folder: String, name: String, directory: String
  ) {
    #expect(TreePath.folder(of: path) == folder)
    #expect(TreePath.name(of: path) == name)
    #expect(TreePath.directory(of: path) == directory)
    #expect(TreePath.isDirectly(path, in: directory))
    #expect(!TreePath.isDirectly("x/" + path, in: directory))
    #expect(!TreePath.isDirectly(path, in: directory + "x"))
    #expect(TreePath.join(folder, name) == path)
    #expect(TreePath.sibling(of: path, named: "x") == TreePath.join(folder, "x"))
  }

  @Test(arguments: [
    ("b", "a", "a/b"), ("./b/.", "", "b"), ("../b", "a/c", "a/b"), ("..", "a", ""),
    ("..", "", nil), ("../../b", "a", nil), ("/b", "a", nil), ("~/b", "a", nil),
    // A combining mark after the slash.
    ("../\u{301}b", "", nil), ("../\u{301}b", "a", "\u{301}b"), ("/\u{301}b", "a", nil),
  ])
  func `A path is normalized inside the tree`(path: String, folder: String, expected: String?) {
    #expect(TreePath.normalized(path, in: folder) == expected)
  }
}
