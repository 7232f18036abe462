import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript
import Synchronization
import TestSupport
import Testing

@testable import Yarn

/// The answers of Yarn 3.8.7, 4.9.2 and 4.18.0 with an invented patch of `typescript`: drifted hunks,
/// white space, missing line breaks, a new file, hunks without a place and a missing file.
@Suite struct `Packages that Yarn patches itself` {
  @Test(arguments: ["3.8.7", "4.9.2", "4.18.0"])
  func `get the hash and the checksum that Yarn computes`(version: String) async throws {
    let world = try PatchWorld()
    let cases = world.cases.filter { $0.id.hasPrefix(version + " ") }
    #expect(cases.count >= 5)
    for recorded in cases {
      let difference = await recorded.difference(in: world.yarn(for: recorded.id))
      #expect(difference == nil, "\(recorded.id)")
    }
  }

  @Test(arguments: [
    ("&hash=408feb", "&hash=408fec", "martlet computes another hash than the lock has"),
    ("checksum: 10c0/", "checksum: 10c0/0", "martlet computes another checksum than the lock has"),
    ("checksum: 10c0/", "checksum: 10/", "martlet computes another checksum than the lock has"),
  ])
  func `are refused unless the lock proves the patch`(
    old: String, new: String, reason: String
  ) async throws {
    let world = try PatchWorld()
    let id = "4.9.2 3.0.0 to 3.1.0"
    var files = try #require(world.files(of: id))
    let lock = try #require(files["yarn.lock"])
    let mark = try #require(lock.firstRange(of: "typescript@patch:")).lowerBound
    let patched = String(lock[mark...]).replacing(old, with: new)
    files["yarn.lock"] = String(lock[..<mark]) + patched
    let problem = await problem(files, world.yarn(for: id))
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "none")")
  }

  @Test func `are refused if only packages without a place for the patch prove it`() async throws {
    let world = try PatchWorld()
    var files = try #require(world.files(of: "4.9.2 3.0.0 to 3.3.0"))
    let recorded = try #require(world.cases.first { $0.id == "4.9.2 3.0.0 to 3.3.0" })
    files["yarn.lock"] = recorded.after?["yarn.lock"]
    let problem = await problem(files, world.yarn(offering: ["3.3.0", "4.0.0"]))
    #expect(
      problem?.message == "gets a patch of Yarn's own that no locked version with a checksum shows")
  }

  @Test(arguments: [
    ("makeIdent", "makeOther", "which martlet doesn't find in .yarn/releases/yarn-4.9.2.cjs"),
    (#"Buffer.from(""#, #"Buffer.from("_"#, "which martlet doesn't find in .yarn/releases/"),
    (#"from(""#, #"from("AAAA"#, "which martlet doesn't find in the project's release of Yarn"),
  ])
  func `are refused with a release of another form`(
    old: String, new: String, reason: String
  ) async throws {
    let world = try PatchWorld()
    let id = "4.9.2 3.0.0 to 3.1.0"
    var files = try #require(world.files(of: id))
    let path = ".yarn/releases/yarn-4.9.2.cjs"
    files[path] = files[path]?.replacing(old, with: new)
    let problem = await problem(files, world.yarn(for: id))
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "none")")
  }

  @Test func `are refused if the registry doesn't have the release`() async throws {
    let world = try PatchWorld()
    var files = try #require(world.files(of: "4.9.2 3.0.0 to 3.1.0"))
    files[".yarnrc.yml"] = nil
    let manifest = try #require(files["package.json"])
    files["package.json"] = #"{"packageManager": "yarn@4.9.2","# + manifest.dropFirst()
    let problem = await problem(files, world.yarn(offering: ["3.0.0", "3.1.0"]))
    #expect(problem?.kind == .refused && problem?.subject == "typescript")
    #expect(problem?.message.hasSuffix("doesn't have @yarnpkg/cli-dist 4.9.2") == true)
  }

  @Test func `are refused if nothing says which Yarn the project uses`() async throws {
    let world = try PatchWorld()
    var files = try #require(world.files(of: "4.9.2 3.0.0 to 3.1.0"))
    files[".yarnrc.yml"] = nil
    let problem = await problem(files, world.yarn(offering: ["3.0.0", "3.1.0"]))
    #expect(problem?.message.contains("no file says which version of Yarn") == true)
    #expect(problem?.advice == "state the version as packageManager in package.json")
  }

  @Test func `are computed once with the release of the registry`() async throws {
    let world = try PatchWorld()
    let id = "4.9.2 3.0.0 to 3.1.0"
    var files = try #require(world.files(of: id))
    let path = ".yarn/releases/yarn-4.9.2.cjs"
    let release = try #require(files[path])
    files[path] = nil
    files[".yarnrc.yml"] = nil
    let manifest = try #require(files["package.json"])
    files["package.json"] = #"{"packageManager": "yarn@4.9.2","# + manifest.dropFirst()
    let expected = try #require(world.cases.first { $0.id == id }?.after?["yarn.lock"])
    let requests = Mutex<[String]>([])
    let kept = Mutex<[String: [UInt8]]>([:])
    let contents = ContentCache(
      load: { name in kept.withLock { $0[name] } },
      keep: { name, bytes in kept.withLock { $0[name] = bytes } })
    for round in 1...2 {
      let yarn = world.yarn(
        offering: ["3.0.0", "3.1.0"], release: release, contents: contents
      ) { url in requests.withLock { $0.append(url) } }
      let change = try await change(files, yarn)
      #expect(change.files.first?.after.map { String(decoding: $0, as: UTF8.self) } == expected)
      let tarballs = requests.withLock { (found: inout [String]) -> Int in
        defer { found = [] }
        return found.count { $0.hasSuffix(".tgz") }
      }
      // The release, the locked version, and the new one with and without the patch.
      #expect(tarballs == (round == 1 ? 4 : 1))
    }
  }

  private func change(
    _ files: [String: String], _ yarn: YarnEcosystem
  ) async throws(Problem) -> Change {
    let tree = SourceTree(name: "project", files: files)
    guard let project = yarn.discover(in: tree.paths).first else {
      throw Problem(.failed, "no project")
    }
    return try await yarn.open(project, in: tree).change(toward: .update("typescript"))
  }

  private func problem(_ files: [String: String], _ yarn: YarnEcosystem) async -> Problem? {
    do throws(Problem) {
      _ = try await change(files, yarn)
      return nil
    } catch {
      return error
    }
  }
}

/// The recording `yarn-patches.json`, in which each case has the versions that the registry offers.
struct PatchWorld {
  private let recording: Recording

  init() throws {
    recording = try Recording("yarn-patches")
  }

  var cases: [RecordedCase] { recording.cases }

  func files(of id: String) -> [String: String]? { cases.first { $0.id == id }?.before }

  /// Returns Yarn with the registry of a case.
  func yarn(for id: String) -> YarnEcosystem {
    let node = recording.root["cases"]?.elements.first { $0["id"]?.string == id }
    return yarn(offering: node?["versions"]?.elements.compactMap(\.string) ?? [])
  }

  /// Returns Yarn with a registry.
  ///
  /// - Parameters:
  ///   - versions: the versions of `typescript`; the last one is `latest`.
  ///   - release: the file of Yarn 4.9.2; without it the registry doesn't have Yarn.
  ///   - contents: keeps results.
  ///   - note: receives the address of each request.
  /// - Returns: the ecosystem.
  func yarn(
    offering versions: [String], release: String? = nil, contents: ContentCache = .none,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) -> YarnEcosystem {
    var documents: [String: [UInt8]] = [:]
    for (name, node) in recording.root["registry"]?.dictionary ?? [:] {
      let document = name == "typescript" ? Self.only(versions, of: node.value) : node.value
      documents[name] = Array(document.text(.compact).utf8)
    }
    var tarballs = recording.texts("tarballs").compactMapValues { Base64.decode($0) }
    if let release {
      let packed = PackedFiles([("package/bin/yarn.js", release)]).gzip
      tarballs["@yarnpkg/cli-dist@4.9.2"] = packed
      documents["@yarnpkg/cli-dist"] = Self.document(of: packed)
    }
    let (found, files) = (documents, tarballs)
    let client = Client { request in
      note(request.url)
      let path = String(request.url.dropFirst("https://registry.npmjs.org/".count))
        .replacing("%2f", with: "/")
      let parts = path.split(separator: "/-/")
      let base = parts[0].split(separator: "/").last ?? ""
      let body =
        parts.count == 2
        ? files["\(parts[0])@\(parts[1].dropFirst(base.count + 1).dropLast(4))"] : found[path]
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    return YarnEcosystem(http: client, contents: contents)
  }

  private static func only(_ versions: [String], of document: Value) -> Value {
    let all = document["versions"]
    return [
      "name": "typescript", "dist-tags": ["latest": .string(versions.last ?? "")],
      "versions": .object(Object(versions.map { ($0, all?[$0] ?? .null) })),
    ]
  }

  /// The registry's document of `@yarnpkg/cli-dist`.
  private static func document(of tarball: [UInt8]) -> [UInt8] {
    let integrity = "sha512-" + Digest(.sha512, of: tarball).base64
    let url = "https://registry.npmjs.org/@yarnpkg/cli-dist/-/cli-dist-4.9.2.tgz"
    return Array(
      #"""
      {"name": "@yarnpkg/cli-dist", "dist-tags": {"latest": "4.9.2"}, "versions": {"4.9.2": {
      "name": "@yarnpkg/cli-dist", "version": "4.9.2",
      "dist": {"tarball": "\#(url)", "integrity": "\#(integrity)"}}}}
      """#.utf8)
  }
}
