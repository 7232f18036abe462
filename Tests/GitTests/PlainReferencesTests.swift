import Testing

@testable import Git

/// Git commands that change a repository with two commits on `main`.
private typealias Past = [[String]]

private let annotated = ["tag", "-a", "-m", "one", "v1.0.0", "main~1"]
private let light = ["tag", "v1.0.1", "main"]
private let pack = ["pack-refs", "--all"]

private func repository(_ shop: borrowing Workshop, after past: Past) async throws -> Git.Repository
{
  let repository = try shop.repository()
  try repository.save(["a": "1"])
  try repository.save(["a": "2"])
  for command in past { try await Tool.git(["-C", repository.path] + command) }
  return repository
}

@Suite(.enabled(if: Tool.isInstalled, "needs git")) struct `References in plain files` {
  @Test(
    arguments: [
      [],
      [pack],
      [annotated, light, pack],
      [annotated, pack, ["branch", "feature/one", "main~1"]],
      [pack, ["update-ref", "refs/heads/main", "main~1"]],
      [light, pack, ["pack-refs", "--all"], ["tag", "-d", "v1.0.1"]],
      [["symbolic-ref", "HEAD", "refs/heads/unborn"]],
    ] as [Past])
  func `references in files are the same as those of libgit2`(past: [[String]]) async throws {
    let shop = try Workshop()
    let repository = try await repository(shop, after: past)
    let plain = try #require(PlainReferences(of: repository.path))
    #expect(plain.list == (try repository.listed()))
    #expect(plain.list == (try repository.advertised()))
    #expect(!plain.list.isEmpty)
  }

  @Test(
    arguments: [
      [annotated],
      [light, pack, ["tag", "-f", "v1.0.1", "main~1"]],
      [["symbolic-ref", "refs/heads/other", "refs/heads/main"]],
      [["update-ref", "--no-deref", "HEAD", "main~1"]],
      [["config", "extensions.anything", "true"]],
    ] as [Past])
  func `other references are read by libgit2`(past: [[String]]) async throws {
    let shop = try Workshop()
    let repository = try await repository(shop, after: past)
    #expect(PlainReferences(of: repository.path) == nil)
    #expect(try repository.advertised().contains { $0.name == "refs/heads/main" })
  }
}
