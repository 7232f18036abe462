import Testing

@testable import JavaScript
@testable import NPM

/// A root at `/srv/app`, and packages at paths, each put there in turn.
private func tree(_ paths: [String], root path: String = "/srv/app") -> (Arena, Node) {
  let arena = Arena()
  var options = Node.Options()
  options.path = path
  let root = Node(options, in: arena)
  for path in paths {
    options.path = path
    options.root = root
    _ = Node(options, in: arena)
  }
  return (arena, root)
}

struct `The nodes of a name` {
  @Test(arguments: [
    ("/srv/app/node_modules/a", "", true),
    ("/srv/app/node_modules/@b/c", "", true),
    ("/srv/app/node_modules/a/node_modules/@b/c", "node_modules/a", true),
    ("/srv/app/packages/a", "", false),
    ("/srv/app/packages/a/node_modules/b", "packages/a", true),
    ("/srv/app/node_modules/x/y/node_modules/z", "", false),
    ("/srv/app/.hidden/node_modules/a", "", false),
    ("/srv/lib/node_modules/a", "../lib", true),
    ("/srv/lib/deep/a", "../lib", false),
  ])
  func `a folder belongs to the nearest package above`(
    path: String, above: String, isChild: Bool
  ) throws {
    let (arena, root) = tree([
      "/srv/app/packages/a", "/srv/app/node_modules/a", "/srv/lib", path,
    ])
    try withExtendedLifetime(arena) {
      let node = try #require(root.inventory.nodes.last { $0.path == path })
      #expect(node.resolveParent?.location == above)
      #expect((node.parent != nil) == isChild)
    }
  }

  @Test func `nodes of a name are found while others are added and removed`() throws {
    let (arena, root) = tree(["/srv/app/node_modules/a", "/srv/app/node_modules/b"])
    let name = arena.name("a")
    #expect(root.inventory.named(name).map(\.location) == ["node_modules/a"])
    var options = Node.Options()
    options.path = "/srv/app/node_modules/b/node_modules/a"
    options.root = root
    let nested = Node(options, in: arena)
    #expect(
      root.inventory.named(name).map(\.location)
        == ["node_modules/a", "node_modules/b/node_modules/a"])
    nested.setRoot(nil)
    #expect(root.inventory.named(name).map(\.location) == ["node_modules/a"])
  }
}
