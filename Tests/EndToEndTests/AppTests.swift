import FoundationEssentials
import JSON
import TestSupport
import Testing

/// An App on a fake GitHub, whose repository depends on a private one of the same owner.
@Suite(.needsFakeHost, .serialized) struct `An App on GitHub` {
  private struct Scene {
    let fake: FakeHost
    let folder: Folder

    /// Founds the private package `wing` of `acme`, and `talon` of another owner.
    ///
    /// The operator lists `acme`'s packages unless `packages` is empty.
    init(
      also other: Bool = false, by address: String? = nil, isPublic: Bool = false,
      packages: String = "acme/*"
    ) async throws {
      fake = try await FakeHost.fresh()
      var pins = ["wing": try await Self.publish("acme/wing", at: fake)]
      if other { pins["talon"] = try await Self.publish("others/talon", at: fake) }
      let renamed = { (name: String) in name == "wing" ? "acme/wing" : "others/talon" }
      var files = GitHubFiles.application(pins, dependabot: GitHubFiles.dependabot())
      for (path, text) in files {
        files[path] = pins.keys.reduce(text) { $0.replacing("birds/\($1)", with: renamed($1)) }
      }
      // The fake is on another host, which the address then names.
      let host = fake.url.split(separator: "/")[1].split(separator: ":")[0]
      if let address = address?.replacing("github.com", with: host) {
        files = files.mapValues {
          $0.replacing("https://github.com/acme/wing", with: address)
        }
      }
      try await fake.found("acme/app", files, isPublic ? [] : [("private", true)])
      let key = "${file:\(fake.data)/app.private-key.pem}"
      folder = try Folder([
        "martlet.yml": GitHubFiles.configuration(fake.url)
          .replacing(
            "token: \"${env:TOKEN}\"",
            with: "app: {id: 4242, private-key: \"\(key)\"}, private-packages: [\(packages)]")
      ])
    }

    private static func publish(_ name: String, at fake: FakeHost) async throws -> String {
      let library = String(name.split(separator: "/")[1])
      try await fake.found(name, [:], [("private", true)])
      let answer = try await fake.control(
        "upstream",
        [
          "full_name": .string(name),
          "files": ["Package.swift": .string(GitHubFiles.library(library))],
          "versions": [
            ["version": "1.0.0", "notes": "first", "date": "2026-01-02T00:00:00Z"],
            ["version": "1.1.0", "notes": "notes of 1.1.0", "date": "2026-01-03T00:00:00Z"],
          ],
        ])
      return answer["tags"]?["v1.0.0"]?.string ?? ""
    }

    func run() async throws -> Program.Outcome {
      try await Program.run(
        "run", "--config", "martlet.yml", "--log-level", "error", in: folder.path)
    }

    func pulls() async throws -> [Value] { try await fake.state("acme/app")["prs"]?.array ?? [] }
  }

  @Test func `resolves private packages of the same installation, with their notes`() async throws {
    let scene = try await Scene()
    let outcome = try await scene.run()
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.compactMap { $0["title"]?.string } == ["Bump wing from 1.0.0 to 1.1.0"])
    #expect(pulls.first?["body"]?.string?.contains("notes of 1.1.0") == true)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: [(true, "acme/*"), (false, "")])
  func `reads no private package for a public repository, or without the operator's word`(
    isPublic: Bool, packages: String
  ) async throws {
    let scene = try await Scene(isPublic: isPublic, packages: packages)
    let outcome = try await scene.run()
    #expect(try await scene.pulls().isEmpty)
    #expect(outcome.out.contains("`private-packages` of the forge 'hub'"), "\(outcome.out)")
    let requests = try await scene.fake.control("requests").array ?? []
    let read = requests.filter {
      $0["path"]?.string?.contains("acme/wing") == true && $0["status"]?.int == 200
        && $0["op"]?.string == "git:git-upload-pack"
    }
    #expect(read.isEmpty, "\(read)")
  }

  @Test func `resolves a private package that is named by SSH`() async throws {
    let scene = try await Scene(by: "git@github.com:acme/wing.git")
    let outcome = try await scene.run()
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.compactMap { $0["title"]?.string } == ["Bump wing from 1.0.0 to 1.1.0"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `never reads another owner's private packages`() async throws {
    let scene = try await Scene(also: true)
    let outcome = try await scene.run()
    #expect(outcome.out.contains("talon"), "\(outcome.out)")
    let requests = try await scene.fake.control("requests").array ?? []
    let other = requests.filter { $0["path"]?.string?.contains("others/talon") == true }
    #expect(!other.isEmpty)
    #expect(other.allSatisfy { $0["status"]?.int == 401 || $0["op"]?.string == "git" }, "\(other)")
    #expect(!(try await scene.pulls()).contains { $0["title"]?.string?.contains("talon") == true })
  }

  @Test func `continues when its tokens expire`() async throws {
    let scene = try await Scene()
    try await scene.fake.control(
      "faults", ["op": "git:git-upload-pack", "action": "expire", "times": 1])
    let outcome = try await scene.run()
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    #expect(try await scene.pulls().count == 1)
  }
}
