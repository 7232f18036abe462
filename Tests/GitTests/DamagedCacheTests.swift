import FoundationEssentials
import Git
import Testing

/// One way to damage a bare repository.
private enum Damage: CaseIterable, Sendable {
  case headMissing, headEmpty, headGarbage, headFolder
  case configMissing, configEmpty, configGarbage, configFolder
  case objectsMissing, objectsFile, refsMissing, packedRefsGarbage
  case packMissing, packEmpty, packGarbage, packCut
  case indexMissing, indexEmpty, indexGarbage, indexCut
  case emptied, file

  func apply(to repository: String) throws {
    let files = FileManager.default
    func path(_ name: String) -> String { "\(repository)/\(name)" }
    func remove(_ name: String) throws {
      // It can be missing already.
      guard files.fileExists(atPath: path(name)) else { return }
      try files.removeItem(atPath: path(name))
    }
    func write(_ name: String, _ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(filePath: path(name)))
    }
    func folder(_ name: String) throws {
      try remove(name)
      try files.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
    func packs(_ ending: String, _ change: ([UInt8]) -> [UInt8]?) throws {
      for name in try files.contentsOfDirectory(atPath: path("objects/pack"))
      where name.hasSuffix(ending) {
        let file = "objects/pack/\(name)"
        let bytes = Array(try Data(contentsOf: URL(filePath: path(file))))
        try remove(file)
        if let changed = change(bytes) { try write(file, changed) }
      }
    }
    let garbage = Array("not what was here".utf8)
    switch self {
    case .headMissing: try remove("HEAD")
    case .headEmpty: try write("HEAD", [])
    case .headGarbage: try write("HEAD", garbage)
    case .headFolder: try folder("HEAD")
    case .configMissing: try remove("config")
    case .configEmpty: try write("config", [])
    case .configGarbage: try write("config", Array("[core\nx = ".utf8))
    case .configFolder: try folder("config")
    case .objectsMissing: try remove("objects")
    case .objectsFile:
      try remove("objects")
      try write("objects", garbage)
    case .refsMissing: try remove("refs")
    case .packedRefsGarbage: try write("packed-refs", garbage)
    case .packMissing: try packs(".pack") { _ in nil }
    case .packEmpty: try packs(".pack") { _ in [] }
    case .packGarbage: try packs(".pack") { $0.map { _ in 7 } }
    case .packCut: try packs(".pack") { Array($0.prefix($0.count / 2)) }
    case .indexMissing: try packs(".idx") { _ in nil }
    case .indexEmpty: try packs(".idx") { _ in [] }
    case .indexGarbage: try packs(".idx") { $0.map { _ in 7 } }
    case .indexCut: try packs(".idx") { Array($0.prefix($0.count / 2)) }
    case .emptied:
      try files.removeItem(atPath: repository)
      try files.createDirectory(atPath: repository, withIntermediateDirectories: true)
      try write("stray", garbage)
    case .file:
      try files.removeItem(atPath: repository)
      try Data(garbage).write(to: URL(filePath: repository))
    }
  }
}

@Suite(.enabled(if: Tool.isInstalled, "needs git")) struct `A damaged cache` {
  private let url = "https://git.dev/acme/web"

  private func answer(_ question: SmartTransport.Question, _ folder: String) throws -> [UInt8] {
    guard let body = question.body else {
      let list = try Tool.run(
        ["upload-pack", "--stateless-rpc", "--http-backend-info-refs", folder],
        version: "version=2")
      return Array("001e# service=git-upload-pack\n0000".utf8) + list
    }
    return try Tool.run(
      ["upload-pack", "--stateless-rpc", folder], version: "version=2", input: body)
  }

  private func remotes(_ shop: borrowing Workshop, _ folder: String) -> Remotes {
    let transport = SmartTransport { question throws(GitError) in
      do {
        return .init(status: 200, body: try answer(question, folder), url: question.url)
      } catch { throw GitError(.other, subject: "upload-pack") }
    }
    return Remotes(
      Options(cache: "\(shop.path)/cache", transport: transport, allowsPrivate: { _ in true }))
  }

  private func cache(_ shop: borrowing Workshop) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/cache")
    return "\(shop.path)/cache/\(try #require(names.first { $0.hasSuffix(".git") }))"
  }

  @Test(arguments: Damage.allCases)
  private func `is deleted and fetched again`(damage: Damage) async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    try await Tool.git(["-C", origin.path, "config", "uploadpack.allowFilter", "true"])
    let head = try origin.save(["a": "1", "b/c": "2", "d": "3"])
    let reference = Reference(name: "refs/heads/main", commit: head)
    let expected = ["a": Array("1".utf8), "b/c": Array("2".utf8)]
    let read = { (remotes: Remotes) async throws(GitError) in
      try await remotes.files(url, reference) { $0 != "d" }
    }
    #expect(try await read(remotes(shop, origin.path)) == expected)

    try damage.apply(to: try cache(shop))
    #expect(try await read(remotes(shop, origin.path)) == expected)

    try damage.apply(to: try cache(shop))
    let tree = try #require(try await remotes(shop, origin.path).tree(url, at: head))
    #expect(tree.map(\.path) == ["a", "b/c", "d"])
    try damage.apply(to: try cache(shop))
    let blob = try #require(tree.last?.sha)
    #expect(try await remotes(shop, origin.path).fetch([blob], of: url) != nil)
    let bytes = try await remotes(shop, origin.path).blob(url, blob, limit: 9)
    #expect(bytes == Array("3".utf8))
  }

  @Test func `that remains damaged is an error, not a loop`() async throws {
    let shop = try Workshop()
    let origin = try shop.repository()
    let head = try origin.save(["a": "1"])
    // A file where the folder of all caches should be.
    try Data([1]).write(to: URL(filePath: "\(shop.path)/cache"))
    let remotes = remotes(shop, origin.path)
    let code = await failure { () async throws(GitError) in
      try await remotes.files(url, Reference(name: "HEAD", commit: head)) { _ in true }
    }
    #expect(code == .other || code == .unreachable)
  }
}
