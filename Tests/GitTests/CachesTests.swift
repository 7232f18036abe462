import FoundationEssentials
import Libc
import TestSupport
import Testing

@testable import Git

/// A folder of caches that were last used some hours ago.
private struct Store: ~Copyable {
  let shop: Workshop
  var folder: String { "\(shop.path)/cache" }

  init() throws { shop = try Workshop() }

  /// A cache of so many bytes, more or less, that was last used some hours ago.
  func add(_ name: String, kilobytes: Int, idle hours: Int) throws {
    let made = try Git.Repository.create(at: "\(folder)/\(name)")
    let bytes = Data(repeating: 1, count: kilobytes << 10)
    try bytes.write(to: URL(filePath: "\(made.path)/objects/content"))
    age("\(name)/HEAD", hours)
  }

  func age(_ name: String, _ hours: Int) {
    let then = timeval(tv_sec: time(nil) - hours * 3600, tv_usec: 0)
    utimes("\(folder)/\(name)", [then, then])
  }

  func caches(kilobytes: Int, age days: Int = 90) -> Caches {
    Caches(
      folder: folder, bounds: CacheBounds(size: kilobytes << 10, age: days * 86_400, grace: 86_400))
  }

  /// The names of the caches, those of partitions with a slash.
  func left() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".git") }
      .sorted()
  }
}

@Suite struct `The caches of git repositories` {
  @Test(arguments: [
    (1000, 90, "", "all of it fits"),
    (250, 90, "c", "the oldest go, down to nine tenths"),
    (0, 90, "c b", "a cache that was used within a day stays"),
    (1000, 1, "c b", "the too old go"),
    (1000, 3, "c", "the too old go alone"),
  ])
  func `caches to remove are selected by age and size`(
    size: Int, days: Int, gone: String, _: String
  ) {
    let bounds = CacheBounds(size: size, age: days * 86_400, grace: 86_400)
    let all = [("a", 1), ("b", 50), ("c", 100)].map { name, hours in
      CacheBounds.Kept(path: name, size: 100, idle: hours * 3600)
    }
    #expect(bounds.superfluous(all).map(\.path).joined(separator: " ") == gone)
  }

  @Test func `beyond the size the least recently used ones of all partitions are removed`() throws {
    let store = try Store()
    try store.add("fresh.git", kilobytes: 300, idle: 1)
    try store.add("older.git", kilobytes: 300, idle: 200)
    try store.add("acme/old.git", kilobytes: 300, idle: 100)
    try store.add("acme/young.git", kilobytes: 300, idle: 50)
    store.caches(kilobytes: 2000).prune()
    #expect(
      try store.left() == ["acme/old.git", "acme/young.git", "fresh.git", "older.git"])
    store.caches(kilobytes: 1000).prune()
    #expect(try store.left() == ["acme/young.git", "fresh.git"])
    store.caches(kilobytes: 100).prune()
    #expect(try store.left() == ["fresh.git"])
  }

  @Test func `an incomplete cache is removed after a day`() throws {
    let store = try Store()
    for (name, hours) in [("a.git.71.5", 30), ("b.git.gone.71", 30), ("c.git.72.1", 1)] {
      try store.add(name, kilobytes: 1, idle: hours)
      store.age(name, hours)
    }
    store.caches(kilobytes: 1000).prune()
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder) == ["c.git.72.1"])
  }

  @Test func `packs that a killed process was writing are removed after a day`() throws {
    let store = try Store()
    try store.add("a.git", kilobytes: 1, idle: 1)
    let packs = "\(store.folder)/a.git/objects/pack"
    for (name, hours) in [("pack_git2_1idx.lock", 30), ("pack_git2_2", 1), ("pack-3.idx", 30)] {
      #expect(FileManager.default.createFile(atPath: "\(packs)/\(name)", contents: nil))
      store.age("a.git/objects/pack/\(name)", hours)
    }
    store.caches(kilobytes: 1000).prune()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: packs).sorted()
        == ["pack-3.idx", "pack_git2_2"])
  }

  @Test func `a cache in use is kept`() throws {
    let store = try Store()
    try store.add("held.git", kilobytes: 1, idle: 5000)
    let file = open("\(store.folder)/held.git/HEAD", O_RDONLY | O_CLOEXEC)
    #expect(flock(file, LOCK_SH) == 0)
    store.caches(kilobytes: 0).prune()
    #expect(try store.left() == ["held.git"])
    close(file)
    store.caches(kilobytes: 0).prune()
    #expect(try store.left() == [])
  }

  @Test func `a used cache is renewed, and a removed one is created again`() throws {
    let store = try Store()
    let remote = try #require(Remote("https://git.dev/acme/web"))
    let caches = store.caches(kilobytes: 0)
    let made = try caches.cache(of: remote, in: "")
    let name = try #require(made.path.split(separator: "/").last.map(String.init))
    store.age("\(name)/HEAD", 5000)
    #expect(try caches.cache(of: remote, in: "") == made)
    caches.prune()
    #expect(try store.left() == [name])
    store.age("\(name)/HEAD", 5000)
    caches.prune()
    #expect(try store.left() == [])
    #expect(try caches.cache(of: remote, in: "") == made)
    #expect(try store.left() == [name])
  }

  @Test func `caches are pruned once a day for all processes`() throws {
    let store = try Store()
    try store.add("a.git", kilobytes: 1, idle: 5000)
    store.caches(kilobytes: 0).pruneDaily()
    #expect(try store.left() == [])
    try store.add("b.git", kilobytes: 1, idle: 5000)
    store.caches(kilobytes: 0).pruneDaily()
    #expect(try store.left() == ["b.git"])
    store.age("pruned", 25)
    store.caches(kilobytes: 0).pruneDaily()
    #expect(try store.left() == [])
  }

  /// With another credential, the same data is fetched again.
  @Test(.enabled(if: Tool.isInstalled, "needs git")) func `one partition never reads another's`()
    async throws
  {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let reference = Reference(name: "refs/heads/main", commit: commit)
    let server = try gitServer(of: repository.path)
    func remotes(_ partition: String) -> Remotes {
      Remotes(
        Options(
          cache: "\(shop.path)/cache", partition: partition, allowsPrivate: { _ in true }))
    }
    let first = try await remotes("one").files(server.url("/a"), reference) { _ in true }
    #expect(first == ["a": Array("1".utf8)])
    server.close()
    #expect(try await remotes("one").files(server.url("/a"), reference) { _ in true } == first)
    for other in ["two", ""] {
      #expect(
        await failure { () async throws(GitError) in
          try await remotes(other).files(server.url("/a"), reference) { _ in true }
        } != nil)
    }
  }
}
