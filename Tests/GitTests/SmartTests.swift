import FoundationEssentials
import Git
import Logging
import Synchronization
import Testing

/// A git server without a network, implemented by `git upload-pack`.
private final class Upload: Sendable {
  let folder: String
  let isModern: Bool
  private let asked = Mutex<[SmartTransport.Question]>([])

  init(_ folder: String, isModern: Bool = true) {
    self.folder = folder
    self.isModern = isModern
  }

  var questions: [SmartTransport.Question] { asked.withLock { $0 } }

  var transport: SmartTransport {
    SmartTransport { question throws(GitError) in
      self.asked.withLock { $0.append(question) }
      do {
        return SmartTransport.Answer(
          status: 200, body: try self.answer(question), url: question.url)
      } catch { throw GitError(.other, subject: "upload-pack") }
    }
  }

  private func answer(_ question: SmartTransport.Question) throws -> [UInt8] {
    let version = isModern ? "version=2" : ""
    guard let body = question.body else {
      let list = try Tool.run(
        ["upload-pack", "--stateless-rpc", "--http-backend-info-refs", folder], version: version)
      return Array("001e# service=git-upload-pack\n0000".utf8) + list
    }
    return try Tool.run(["upload-pack", "--stateless-rpc", folder], version: version, input: body)
  }
}

@Suite(.enabled(if: Tool.isInstalled, "needs git")) struct `The smart protocol of git` {
  private func remotes(_ shop: borrowing Workshop, _ upload: Upload) -> Remotes {
    Remotes(
      Options(
        cache: "\(shop.path)/cache", fileLimit: 1000, transport: upload.transport,
        allowsPrivate: { _ in true }))
  }

  private let url = "https://git.dev/acme/web"

  @Test(arguments: [true, false])
  func `both protocol versions list references with peeled tags`(isModern: Bool) async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    try await Tool.git(["-C", repository.path, "tag", "-a", "-m", "one", "v1.0.0"])
    try repository.setReference("refs/tags/light", to: commit, expecting: nil)
    let upload = Upload(repository.path, isModern: isModern)
    let list = try await remotes(shop, upload).references(url)
    let tag = try #require(list.last?.tagObject)
    #expect(tag.utf8.count == 40 && tag != commit)
    #expect(
      list == [
        Reference(name: "HEAD", commit: commit), Reference(name: "refs/heads/main", commit: commit),
        Reference(name: "refs/tags/light", commit: commit),
        Reference(name: "refs/tags/v1.0.0", commit: commit, tagObject: tag),
      ])
    #expect(upload.questions.count == (isModern ? 2 : 1))
  }

  @Test func `the time of a tag is the later one of its own and its commit's, in one request`()
    async throws
  {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    try await Tool.git(["-C", repository.path, "config", "uploadpack.allowFilter", "true"])
    // The one that is made now is later than the commit, which is of 2023.
    try await Tool.git(["-C", repository.path, "tag", "-a", "-m", "one", "v1.0.0"])
    let upload = Upload(repository.path)
    let remotes = remotes(shop, upload)
    let tag = try #require(try await remotes.references(url).last)
    #expect(tag.dated != commit)
    let before = upload.questions.count
    let times = try await remotes.times(url, of: [tag.dated, commit])
    #expect(upload.questions.count == before + 1)
    #expect(times[commit] == Git.Repository.somebody.seconds)
    #expect(try #require(times[tag.dated]) > Git.Repository.somebody.seconds + 86_400)
    #expect(try await remotes.times(url, of: [tag.dated, commit]) == times)
    #expect(upload.questions.count == before + 1)
    let missing = String(repeating: "1", count: 40)
    let here = try await shop.remotes().times(repository.path, of: [tag.dated, missing])
    #expect(here == times.filter { $0.key == tag.dated })
  }

  @Test func `an empty repository has no references`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    for isModern in [true, false] {
      let upload = Upload(repository.path, isModern: isModern)
      #expect(try await remotes(shop, upload).references(url).isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `files are fetched without history, and with a filter without other blobs`(
    filters: Bool
  ) async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    try await Tool.git(["-C", repository.path, "config", "uploadpack.allowFilter", "\(filters)"])
    for number in 0..<20 { try repository.save(["a": "\(number)", "b/c": "c\(number)", "d": "d"]) }
    let head = try #require(try repository.reference("refs/heads/main"))
    let reference = Reference(name: "refs/heads/main", commit: head)
    let upload = Upload(repository.path)
    let remotes = remotes(shop, upload)
    let files = try await remotes.files(url, reference) { $0.hasPrefix("b/") }
    #expect(files == ["b/c": Array("c19".utf8)])
    #expect(upload.questions.count == (filters ? 3 : 2))
    let again = try await remotes.files(url, reference) { $0 == "b/c" }
    #expect(again == files)
    #expect(upload.questions.count == (filters ? 3 : 2))
    let more = try await remotes.files(url, reference) { $0 == "a" || $0 == "d" }
    #expect(more.keys.sorted() == ["a", "d"])
    #expect(upload.questions.count == (filters ? 4 : 2))
    let cached = try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/cache")
      .filter { $0.hasSuffix(".git") }
    let cache = Git.Repository(path: "\(shop.path)/cache/\(try #require(cached.first))")
    let parent = try #require(try repository.commit(head).parents.first)
    #expect(try !cache.hasCommit(parent))
  }

  @Test func `several blobs are fetched with one request, and only once`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    try await Tool.git(["-C", repository.path, "config", "uploadpack.allowFilter", "true"])
    let head = try repository.save(["a": "1", "b/c": "2", "d": "3"])
    let upload = Upload(repository.path)
    let remotes = remotes(shop, upload)
    let tree = try #require(try await remotes.tree(url, at: head))
    #expect(tree.map(\.path) == ["a", "b/c", "d"])
    let asked = upload.questions.count
    let names = tree.prefix(2).map(\.sha)
    #expect(try await remotes.fetch(names, of: url) == 2)
    #expect(try await remotes.fetch(names, of: url) == 0)
    for name in names { _ = try await remotes.blob(url, name, limit: 9) }
    #expect(upload.questions.count == asked + 1)
    #expect(try await remotes.blob(url, tree[2].sha, limit: 9) == Array("3".utf8))
    #expect(upload.questions.count == asked + 2)
    #expect(
      await failure { () async throws(GitError) in
        try await remotes.blob(url, tree[0].sha, limit: 0)
      } == .tooLarge(limit: 0))
  }

  @Test func `capabilities are only requested from the first remote of a host`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    try repository.save(["a": "1"])
    let upload = Upload(repository.path)
    let remotes = remotes(shop, upload)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for name in ["a", "b", "c", "d"] {
        group.addTask { try await remotes.references("https://git.dev/\(name)").count }
      }
      for try await count in group { #expect(count == 2) }
    }
    #expect(upload.questions.count { $0.body == nil } == 1)
    #expect(upload.questions.count == 5)
    _ = try await remotes.references("https://other.dev/a")
    #expect(upload.questions.count == 7)
  }

  @Test func `capabilities are requested from a moved remote`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    try repository.save(["a": "1"])
    let upload = Upload(repository.path)
    let asked = Mutex<[String]>([])
    let transport = SmartTransport { question throws(GitError) in
      asked.withLock { $0.append((question.body == nil ? "GET " : "POST ") + question.url) }
      if question.url.hasSuffix("/old/git-upload-pack") {
        return SmartTransport.Answer(status: 404, body: [], url: question.url)
      }
      var answer = try await upload.transport.send(question)
      answer.url = question.url.replacing("/old/", with: "/new/")
      return answer
    }
    let remotes = Remotes(Options(cache: "\(shop.path)/cache", transport: transport))
    _ = try await remotes.references("https://git.dev/first")
    for _ in 0..<2 { #expect(try await remotes.references("https://git.dev/old").count == 2) }
    #expect(
      asked.withLock { $0.dropFirst(2) } == [
        "POST https://git.dev/old/git-upload-pack",
        "GET https://git.dev/old/info/refs?service=git-upload-pack",
        "POST https://git.dev/new/git-upload-pack", "POST https://git.dev/new/git-upload-pack",
      ])
  }

  @Test func `an incomplete response is not a list of references`() async throws {
    let shop = try Workshop()
    let transport = SmartTransport { question throws(GitError) in
      let greeting = "001e# service=git-upload-pack\n0000000eversion 2\n000cls-refs\n0000"
      let body = question.body == nil ? Array(greeting.utf8) : []
      return SmartTransport.Answer(status: 200, body: body, url: question.url)
    }
    let remotes = Remotes(Options(cache: shop.path, transport: transport))
    #expect(
      await failure { () async throws(GitError) in try await remotes.references(url) } == .invalid)
  }

  @Test func `a commit that the server lacks is not found`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    try repository.save(["a": "1"])
    let upload = Upload(repository.path)
    let none = Reference(name: "refs/heads/main", commit: String(repeating: "1", count: 40))
    #expect(
      await failure { () async throws(GitError) in
        try await remotes(shop, upload).files(url, none) { _ in true }
      } != nil)
  }

  @Test func `a password is sent in the header, but not to another host`() async throws {
    let shop = try Workshop()
    let asked = Mutex<[(String, String?)]>([])
    let transport = SmartTransport { question throws(GitError) in
      asked.withLock { $0.append((question.url, question.authorization?.reveal())) }
      let url = question.url.replacing("git.dev", with: "other.dev")
      let caps = "000eversion 2\n0014fetch=shallow x\n000cls-refs\n0000"
      return SmartTransport.Answer(
        status: 200, body: Array("001e# service=git-upload-pack\n0000\(caps)".utf8), url: url)
    }
    let remotes = Remotes(Options(cache: shop.path, transport: transport))
    _ = try? await remotes.references("https://me:s@git.dev/a")
    let questions = asked.withLock { $0 }
    #expect(questions.map(\.0).last == "https://other.dev/a/git-upload-pack")
    #expect(questions.map(\.1) == ["Basic bWU6cw==", nil])
  }

  @Test(arguments: [
    "", "<html>", "0000", "001e# service=git-upload-pack\n", "ffff", "zzzz", "0003", "0005",
    "001e# service=git-upload-pack\n0000000eversion 2\n",
  ])
  func `another response is not a list of references`(text: String) async throws {
    let shop = try Workshop()
    let transport = SmartTransport { question throws(GitError) in
      SmartTransport.Answer(status: 200, body: Array(text.utf8), url: question.url)
    }
    let remotes = Remotes(Options(cache: shop.path, transport: transport))
    let list = try? await remotes.references(url)
    #expect(list == nil || list == [])
  }

  @Test(arguments: [(401, GitError.Code.unauthorized), (404, .notFound), (502, .unreachable)])
  func `statuses are mapped to codes`(status: Int, code: GitError.Code) async throws {
    let shop = try Workshop()
    let transport = SmartTransport { question throws(GitError) in
      SmartTransport.Answer(status: status, body: [], url: question.url)
    }
    let remotes = Remotes(Options(cache: shop.path, transport: transport))
    #expect(
      await failure { () async throws(GitError) in try await remotes.references(url) } == code)
  }

  @Test func `hostile packs are refused`() async throws {
    let shop = try Workshop()
    let repository = try shop.repository()
    let commit = try repository.save(["a": "1"])
    let real = Upload(repository.path)
    for seed in 0..<40 {
      let transport = SmartTransport { question throws(GitError) in
        var answer = try await real.transport.send(question)
        guard question.body != nil, answer.body.count > 60 else { return answer }
        let offset = 40 + (seed * 7919) % (answer.body.count - 60)
        answer.body[offset] ^= UInt8(1 << (seed % 8))
        return answer
      }
      let remotes = Remotes(Options(cache: "\(shop.path)/c\(seed)", transport: transport))
      let files = try? await remotes.files(url, Reference(name: "HEAD", commit: commit)) { _ in
        true
      }
      #expect(files == nil || files == ["a": Array("1".utf8)])
    }
  }
}
