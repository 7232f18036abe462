import Testing
import Text

@testable import Ecosystem

@Suite struct `The listing of a tree` {
  private let tree = SourceTree(
    name: "app", files: ["a/b/c.txt": "", "a/d.txt": "", "e.txt": "", "a/b/f.txt": ""])

  @Test func `knows files, folders, and the files of a folder`() {
    let listing = tree.listing
    #expect(listing.contains("a/b/c.txt") && !listing.contains("a/b") && !listing.contains(""))
    #expect(["", "a", "a/b"].allSatisfy(listing.holdsFolder))
    #expect(!["a/b/c.txt", "b", "a/"].contains(where: listing.holdsFolder))
    #expect(listing.files(in: "a/b") == ["a/b/c.txt", "a/b/f.txt"])
    #expect(listing.files(in: "a") == ["a/d.txt"] && listing.files(in: "") == ["e.txt"])
    #expect(listing.files(in: "x").isEmpty)
  }

  @Test func `is made once for all projects`() {
    let copy = tree
    #expect(copy.listing === tree.listing)
  }

  @Test func `follows changes`() {
    let changed = tree.overlaying(["g/h.txt": SourceText(file: "g/h.txt", ""), "e.txt": nil])
    #expect(changed.listing.holdsFolder("g") && !changed.listing.contains("e.txt"))
    #expect(tree.listing.contains("e.txt"))
  }
}
