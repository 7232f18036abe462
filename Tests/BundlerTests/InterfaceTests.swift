import Archives
import Crypto
import Ecosystem
import HTTP
import Impact
import TestSupport
import Testing

@testable import Bundler

/// A `.gem` file with these sources.
private func package(_ sources: [(path: String, text: String)]) -> [UInt8] {
  let metadata =
    "--- !ruby/object:Gem::Specification\nname: kit\nlicenses:\n- MIT\n"
    + "require_paths:\n- source\n"
  return PackedFiles(bytes: [
    ("metadata.gz", PackedFiles(tar: Array(metadata.utf8)).gzip),
    ("data.tar.gz", PackedFiles(sources).gzip),
  ]).tar
}

/// A server with two versions of the gem `kit`.
private struct Server {
  static let before = package([
    ("source/kit.rb", "module Kit\n  def self.cut; end\n  def self.glue; end\nend\n"),
    ("README.md", "kit"),
  ])
  static let after = package([("source/kit.rb", "module Kit\n  def self.glue; end\nend\n")])
  var digest = { (bytes: [UInt8]) in Digest(.sha256, of: bytes).hexadecimal }

  var bundler: BundlerEcosystem {
    let index = """
      ---
      1.0.0 |checksum:\(digest(Self.before))
      1.1.0 |checksum:\(digest(Self.after))

      """
    let client = HTTP.Client { request in
      let bodies = [
        "info/kit": Array(index.utf8), "gems/kit-1.0.0.gem": Self.before,
        "gems/kit-1.1.0.gem": Self.after,
      ]
      let path = String(request.url.dropFirst("https://rubygems.org/".count))
      guard let body = bodies[path] else { return Response(status: 404, url: request.url) }
      return Response(status: 200, body: body, url: request.url)
    }
    return BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
  }

  func impact(of source: String, to version: String = "1.1.0") async throws -> ImpactReport {
    let files = [
      "Gemfile": "source \"https://rubygems.org\"\ngem \"kit\"\n", "app.rb": source,
    ]
    let tree = SourceTree(name: "app", files: files)
    let bundler = bundler
    let project = try #require(bundler.discover(in: tree.paths).first)
    let opened = try await bundler.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first { $0.name == "kit" })
    return await ImpactAssessment(opened, in: tree)(dependency, from: "1.0.0", to: version)
  }
}

@Suite struct `The impact of a gem` {
  @Test func `is found in the packages of the server`() async throws {
    let report = try await Server().impact(of: "Kit.glue\nKit.cut\n")
    #expect(report.verdict == .affected)
    #expect(report.symbols.map(\.name) == ["Kit.cut"])
    #expect(report.symbols.first?.uses == [.init(file: "app.rb", line: 2)])
    #expect(try await Server().impact(of: "Kit.glue\n").verdict == .notAffected)
  }

  @Test func `is unknown if a package has another digest`() async throws {
    let server = Server(digest: { _ in String(repeating: "0", count: 64) })
    let report = try await server.impact(of: "Kit.glue\n")
    #expect(report.verdict == .unknown)
    #expect(report.reasons == ["kit-1.0.0 has a package with another digest than the index"])
  }

  @Test func `is unknown for a version that the server doesn't have`() async throws {
    let report = try await Server().impact(of: "Kit.glue\n", to: "2.0.0")
    #expect(report.reasons == ["kit has no version 2.0.0"])
  }

  @Test func `reads the metadata of a package, and refuses malformed ones`() throws {
    let archive = try GemArchive(Server.before, of: "kit", limits: .usual)
    #expect(archive.folders == ["source"])
    #expect(archive.licences == ["MIT"])
    #expect(archive.files.keys.sorted() == ["source/kit.rb"])
    for length in stride(from: 0, to: Server.before.count - 1600, by: 97) {
      #expect(throws: Problem.self) {
        try GemArchive(Array(Server.before.prefix(length)), of: "kit", limits: .usual)
      }
    }
  }
}
