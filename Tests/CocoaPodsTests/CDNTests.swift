import Ecosystem
import HTTP
import TestSupport
import Testing
import Text

@testable import CocoaPods

/// A CDN on loopback: texts by path; everything else is missing.
private func cdn(_ files: [String: String], status: Int = 404) throws -> LoopbackServer {
  try LoopbackServer { request in
    files[request.path].map { .text($0) } ?? .status(status)
  }
}

private let http = HTTP.Client.live(LiveOptions(userAgent: "test") { $0.host == "127.0.0.1" })
  .layered(Layers(retries: RetryPolicy(attempts: 1)))

private func spec(_ name: String, _ version: String, ios: String = "12.0") -> String {
  #"{"name": "\#(name)", "version": "\#(version)", "platforms": {"ios": "\#(ios)"}}"#
}

/// The end of the index's name and the folder of a pod's podspecs, by the MD5 hash of its name.
private func shard(_ name: String) -> (file: String, folder: String) {
  let digits = PodLibrary.shard(of: name, [1, 1, 1])
  return (digits.joined(separator: "_"), digits.joined(separator: "/"))
}

private func podfile(_ server: LoopbackServer, _ lines: String) -> String {
  "source '\(server.url())'\n" + PodWorld.podfile(lines)
}

private func open(_ files: [String: String]) async throws -> any OpenProject {
  let cocoapods = CocoaPodsEcosystem(http: http, git: .refusing, toolchain: Toolchain())
  let tree = SourceTree(name: "app", files: files)
  return try await cocoapods.open(try #require(cocoapods.discover(in: tree.paths).first), in: tree)
}

private func locked(_ server: LoopbackServer, _ lines: String) async throws -> [String] {
  let change = try await open(["Podfile": podfile(server, lines)]).change(toward: .lock(.init()))
  let bytes = try #require(change.files.first { $0.path == "Podfile.lock" }?.after)
  return try PodfileLock(SourceText(file: "Podfile.lock", bytes: bytes)).pods.map {
    "\($0.name) \($0.version)"
  }
}

@Suite struct `A CDN of specs` {
  private let sharded = "min: 1.0.0\nlast: 1.16.2\nprefix_lengths: [1, 1, 1]\n"

  @Test(arguments: ["Plain", "UIColor+Hex", "Été"])
  func `with shards is read at the places that hashes of names give`(name: String) async throws {
    let (file, folder) = shard(name)
    let encoded = name == "Été" ? "%C3%89t%C3%A9" : name
    let server = try cdn([
      "/CocoaPods-version.yml": sharded,
      "/all_pods_versions_\(file).txt": "Other/9.0.0\n\(name)/1.0.0/1.10.0/1.9.0\n",
      "/Specs/\(folder)/\(encoded)/1.10.0/\(encoded).podspec.json": spec(name, "1.10.0"),
    ])
    #expect(try await locked(server, "pod '\(name)'") == ["\(name) 1.10.0"])
  }

  @Test func `without shards has one index`() async throws {
    let server = try cdn([
      "/CocoaPods-version.yml": "last: 1.16.2\n",
      "/all_pods_versions.txt": "Plain/1.0.0\n",
      "/Specs/Plain/1.0.0/Plain.podspec.json": spec("Plain", "1.0.0"),
    ])
    #expect(try await locked(server, "pod 'Plain'") == ["Plain 1.0.0"])
  }

  @Test func `that lists deprecated pods gets no other request for them`() async throws {
    let server = try cdn([
      "/CocoaPods-version.yml": "last: 1.16.2\n",
      "/all_pods_versions.txt": "Plain/1.0.0/1.1.0\n", "/deprecated_podspecs.txt": "Plain/1.1.0\n",
      "/Specs/Plain/1.1.0/Plain.podspec.json": spec("Plain", "1.1.0"),
    ])
    #expect(try await locked(server, "pod 'Plain'") == ["Plain 1.1.0"])
    #expect(!server.requests.map(\.path).contains("/deprecated_podspecs.txt"))
    #expect(!server.requests.map(\.path).contains("/Specs/Plain/1.0.0/Plain.podspec.json"))
  }

  @Test func `has no pod whose shard is missing, and fails if a listed podspec is`() async throws {
    let missing = try cdn(["/CocoaPods-version.yml": sharded])
    let unknown = await #expect(throws: Problem.self) {
      try await locked(missing, "pod 'Plain'")
    }
    #expect(unknown?.kind == .unsolvable)
    let listed = try cdn([
      "/CocoaPods-version.yml": "last: 1.16.2\n", "/all_pods_versions.txt": "Plain/1.0.0/1.1.0\n",
      "/Specs/Plain/1.0.0/Plain.podspec.json": spec("Plain", "1.0.0"),
    ])
    let gone = await #expect(throws: Problem.self) { try await locked(listed, "pod 'Plain'") }
    #expect(gone?.kind == .failed)
  }

  @Test(arguments: [500, 503, 403, 429])
  func `that fails is not one without the pod`(status: Int) async throws {
    let server = try cdn(["/CocoaPods-version.yml": sharded], status: status)
    let problem = await #expect(throws: Problem.self) {
      try await locked(server, "pod 'Plain'")
    }
    #expect(problem?.kind == .failed)
  }

  @Test func `whose podspec is another pod's is a failure`() async throws {
    let server = try cdn([
      "/CocoaPods-version.yml": "last: 1.16.2\n", "/all_pods_versions.txt": "Plain/1.0.0\n",
      "/Specs/Plain/1.0.0/Plain.podspec.json": spec("Other", "1.0.0"),
    ])
    let problem = await #expect(throws: Problem.self) {
      try await locked(server, "pod 'Plain'")
    }
    #expect(problem?.message.contains("Other") == true)
  }
}

@Suite struct `Releases that a platform excludes` {
  private func server() throws -> LoopbackServer {
    let versions = ["1.0.0": "12.0", "1.1.0": "13.0", "1.2.0": "14.0", "2.0.0": "15.0"]
    var files = [
      "/CocoaPods-version.yml": "last: 1.16.2\n",
      "/all_pods_versions.txt": "Plain/1.0.0/1.1.0/1.2.0/2.0.0\n",
    ]
    for (version, ios) in versions {
      files["/Specs/Plain/\(version)/Plain.podspec.json"] = spec("Plain", version, ios: ios)
    }
    return try cdn(files)
  }

  private func held(_ lines: String) async throws -> [String] {
    let server = try server()
    let opened = try await open(["Podfile": podfile(server, lines)])
    let dependency = try #require(try await opened.dependencies().first)
    return try await opened.releases(of: dependency).compactMap { release in
      release.heldBack.map { "\(release.version) \($0)" }
    }
  }

  @Test func `are held back with the platform and the target`() async throws {
    #expect(
      try await held("pod 'Plain', '~> 1.0'") == [
        "1.2.0 needs iOS 14.0, but App has iOS 13.0", "2.0.0 needs iOS 15.0, but App has iOS 13.0",
      ])
  }

  @Test func `are checked for every target that has the pod`() async throws {
    let lines = "pod 'Plain'\nend\ntarget 'Old' do\nplatform :ios, '12.0'\npod 'Plain'\n"
    #expect(
      try await held(lines).first == "1.1.0 needs iOS 13.0, but Old has iOS 12.0")
  }

  @Test func `are those without a subspec in use, too`() async throws {
    let core = #""subspecs": [{"name": "Core"}]"#
    let server = try cdn([
      "/CocoaPods-version.yml": "last: 1.16.2\n", "/all_pods_versions.txt": "Plain/1.0.0/1.1.0\n",
      "/Specs/Plain/1.0.0/Plain.podspec.json": spec("Plain", "1.0.0").dropLast() + ", \(core)}",
      "/Specs/Plain/1.1.0/Plain.podspec.json": spec("Plain", "1.1.0"),
    ])
    let opened = try await open(["Podfile": podfile(server, "pod 'Plain/Core'")])
    let dependency = try #require(try await opened.dependencies().first)
    #expect(
      try await opened.releases(of: dependency).map(\.heldBack)
        == [nil, "doesn't have the subspec Plain/Core, which App uses"])
  }

  @Test func `are those without the system of a target, too`() async throws {
    let podfile = "platform :osx, '10.15'\ntarget 'Mac' do\npod 'Plain'\nend\n"
    let server = try server()
    let opened = try await open(["Podfile": "source '\(server.url())'\n" + podfile])
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(
      releases.map(\.heldBack)
        == Array(
          repeating: "doesn't support macOS, but Mac has macOS 10.15", count: 4))
  }
}
