import Ecosystem
import Git
import SwiftPM
import Synchronization
import Testing

@Suite struct `The manifest cache` {
  /// A stand-in for the state's table.
  private final class Shelf: Sendable {
    let contents = Mutex<[String: [UInt8]]>([:])

    var cache: ManifestCache {
      .stored(
        load: { name in self.contents.withLock { $0[name] } },
        keep: { name, bytes in self.contents.withLock { $0[name] = bytes } })
    }
  }

  private let files: [String: [UInt8]] = [
    "Package.swift": Array("a\nb\t1\n".utf8), "Package@swift-6.swift": [], "x": [0, 255, 10],
  ]

  @Test func `a process finds entries of another one`() async {
    let shelf = Shelf()
    await shelf.cache.remember("c1", "x", files)
    #expect(await shelf.cache.recall("c1", "x") == files)
    #expect(await shelf.cache.recall("c2", "x") == nil)
  }

  @Test func `entries of one repository or owner are not shared with others`() async {
    let shelf = Shelf()
    let acme = shelf.cache.apart(for: "hub/acme")
    await acme.remember("c1", "x", files)
    #expect(await acme.recall("c1", "x") == files)
    #expect(await acme.recall("c1", "y") == nil)
    #expect(await shelf.cache.recall("c1", "x") == nil)
    #expect(await shelf.cache.apart(for: "hub/others").recall("c1", "x") == nil)
  }

  @Test(arguments: ["no line", "Package.swift\t9\nshort", "Package.swift\t-1\n", "a b\n", "\n"])
  func `what was damaged counts as not kept`(text: String) async {
    let shelf = Shelf()
    await shelf.cache.remember("c1", "x", files)
    shelf.contents.withLock { contents in
      for name in contents.keys { contents[name] = Array(text.utf8) }
    }
    #expect(await shelf.cache.recall("c1", "x") == nil)
  }

  @Test func `with all manifests kept a resolution asks for references alone`() async throws {
    let world = ScriptedGit(["kit": ["1.0.0": library("kit")]])
    let asked = Mutex(0)
    let scripted = world.client
    let git = Git.Client(
      references: scripted.references,
      files: { (remote, reference, select) throws(GitError) in
        asked.withLock { $0 += 1 }
        return try await scripted.files(remote, reference, select)
      })
    let shelf = Shelf()
    let manifest = library("app", #".package(url: "https://example.com/acme/kit", from: "1.0.0")"#)
    let tree = SourceTree(name: "checkout", files: ["Package.swift": manifest])
    for _ in 0..<2 {
      let swift = SwiftPMEcosystem(http: unreachable, git: git, cache: shelf.cache)
      let project = try #require(swift.discover(in: tree.paths).first)
      _ = try await swift.open(project, in: tree).change(toward: .lock(.init()))
    }
    #expect(asked.withLock { $0 } == 1)
  }
}
