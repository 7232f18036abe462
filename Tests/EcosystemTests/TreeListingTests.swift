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

  @Test func `finds everything below a folder in the order of the tree`() {
    let listing = TreeListing(["a-b/x", "a/b-c/y", "a/b/c/z", "a/b/x", "a/x"])
    #expect(listing.files(below: "a") == ["a/b-c/y", "a/b/c/z", "a/b/x", "a/x"])
    #expect(listing.files(below: "a/b") == ["a/b/c/z", "a/b/x"])
    #expect(listing.files(below: "") == listing.paths && listing.files(below: "x").isEmpty)
    #expect(listing.folders(in: "") == ["a-b", "a"] && listing.folders(in: "a/b") == ["a/b/c"])
    #expect(Set(listing.folders(below: "a")) == ["a/b-c", "a/b", "a/b/c"])
    #expect(Set(listing.folders(below: "")) == ["a-b", "a", "a/b-c", "a/b", "a/b/c"])
  }

  @Test func `computes a view once`() {
    struct Count: Sendable { let value: Int }
    var calls = 0
    let count = { (listing: TreeListing) in
      calls += 1
      return Count(value: listing.paths.count)
    }
    #expect(tree.listing.view(count).value == 4 && tree.listing.view(count).value == 4)
    #expect(calls == 1)
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

  @Test func `later changes of a tree win over earlier ones`() async throws {
    let tree = SourceTree(name: "app", files: ["a": "0", "b": "0"])
      .overlaying(["a": SourceText(file: "a", "1"), "b": nil])
      .overlaying(["a": SourceText(file: "a", "2")])
      .overlaying(["b": SourceText(file: "b", "3")])
    #expect(tree.paths == ["a", "b"])
    #expect(try await tree.read("a").string == "2")
    #expect(try await tree.read("b").string == "3")
  }

  @Test func `a change keeps a reader that was replaced before`() async throws {
    var tree = SourceTree(name: "app", files: ["a": "0", "b": "0"])
      .overlaying(["a": SourceText(file: "a", "1")])
    let read = tree.read
    tree.read = { path throws(Problem) in
      path == "b" ? SourceText(file: "b", "replaced") : try await read(path)
    }
    let changed = tree.overlaying(["c": SourceText(file: "c", "2")])
    #expect(try await changed.read("a").string == "1")
    #expect(try await changed.read("b").string == "replaced")
    #expect(try await changed.read("c").string == "2")
  }
}
