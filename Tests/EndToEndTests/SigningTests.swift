import Foundation
import JSON
import TestSupport
import Testing

/// What tests of signed commits share.
enum SigningScene {
  /// Made with `ssh-keygen -t ed25519` for tests only.
  static let key = """
    -----BEGIN OPENSSH PRIVATE KEY-----
    b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
    QyNTUxOQAAACAMzn88Sa7MqGHvzJBbJSpIzOgdvJP/2X0oMl638U+OqQAAAJiWCXhFlgl4
    RQAAAAtzc2gtZWQyNTUxOQAAACAMzn88Sa7MqGHvzJBbJSpIzOgdvJP/2X0oMl638U+OqQ
    AAAECq9Us6P/UJxfmw679pgv7hYCiEVjVu3bZqql0qMzLh7gzOfzxJrsyoYe/MkFslKkjM
    6B28k//ZfSgyXrfxT46pAAAAEG1hcnRsZXRAYWNtZS5kZXYBAgMEBQ==
    -----END OPENSSH PRIVATE KEY-----

    """

  private static let open = """
    martlet@acme.dev ssh-ed25519 \
    AAAAC3NzaC1lZDI1NTE5AAAAIAzOfzxJrsyoYe/MkFslKkjM6B28k//ZfSgyXrfxT46p

    """

  /// Lines for the operator's file.
  static func lines(_ folder: Folder) -> String {
    """
    signing:
        ssh: "${file:\(folder.path)/key}"
        name: Martlet
        email: martlet@acme.dev
    """
  }

  /// Adds the key and its lines to a scene.
  static func sign(_ folder: Folder) throws {
    try folder.write(key, to: "key")
    try folder.write(try folder.read("martlet.yml") + lines(folder) + "\n", to: "martlet.yml")
  }

  /// Whether git accepts the signature of a commit in a repository of a fake.
  static func isVerified(_ commit: String, of fake: FakeHost, _ folder: Folder) async throws -> Bool
  {
    try folder.write(open, to: "allowed")
    let find = "find '\(fake.data)/git' -maxdepth 3 -name HEAD -printf '%h\\n'"
    let options = "-c gpg.format=ssh -c gpg.ssh.allowedSignersFile='\(folder.path)/allowed'"
    let script = """
      for r in $(\(find)); do
        git -C "$r" cat-file -e \(commit) 2>/dev/null || continue
        git -C "$r" \(options) verify-commit \(commit) && exit 0
      done
      exit 1
      """
    let status = try await ChildProcess(
      ["/bin/sh", "-c", script], in: folder.path,
      environment: ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 },
      error: "\(folder.path)/verify.error"
    ).end()
    return status == 0
  }

  /// What git reported about the last signature.
  static func errors(_ folder: Folder) -> String { (try? folder.read("verify.error")) ?? "" }

  static var hasSSH: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/ssh-keygen") }
}

@Suite(.needsFakeHost, .serialized, .enabled(if: SigningScene.hasSSH, "needs ssh-keygen"))
struct `Commits are signed with the operator's key` {
  @Test func `on GitHub by the API, for author, committer and time that are sent`() async throws {
    let scene = try await GitHubScene(libraries: ["aster": ["1.0.0", "1.1.0"]])
    try SigningScene.sign(scene.folder)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let head = try #require(try await scene.head("martlet/swift/aster"))
    #expect(
      try await SigningScene.isVerified(head, of: scene.fake, scene.folder),
      "\(SigningScene.errors(scene.folder))")
    let commit = try await scene.fake.state("acme/app")["commits"]?[head]
    for person in ["author", "committer"] {
      #expect(commit?[person]?["email"] == "martlet@acme.dev", "\(String(describing: commit))")
    }
    #expect(try await scene.fake.violations().isEmpty)
    // The commit is still martlet's own without the state.
    scene.loseState()
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.head("martlet/swift/aster") == head)
  }

  @Test(arguments: [false, true])
  func `and merged on GitHub only if that accepts the signature`(isRejected: Bool) async throws {
    let scene = try await GitHubScene(
      rules: HostScene.merging, libraries: ["aster": ["1.0.0", "1.1.0"]],
      [("rejects_signatures", .bool(isRejected)), ("protection", ["contexts": ["build"]])])
    try SigningScene.sign(scene.folder)
    #expect(try await scene.martlet("run").code == 0)
    try await scene.fake.control(
      "status", ["repo": "acme/app", "pr": 1, "context": "build", "state": "success"])
    let outcome = try await scene.martlet("run", "--verbose")
    #expect(outcome.code == 0)
    #expect(try await scene.openTitles().isEmpty == !isRejected, "\(outcome.out)")
    #expect(outcome.out.contains("does not accept the signature") == isRejected, "\(outcome.out)")
  }

  @Test(arguments: [HostScene.Host.gitea, .bitbucket, .azure])
  func `where martlet pushes by git`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    try SigningScene.sign(scene.folder)
    try await scene.run()
    let branches = try await scene.fake.state("acme/app")["branches"]
    let head = try #require(branches?["martlet/swift/aster"]?.string)
    #expect(
      try await SigningScene.isVerified(head, of: scene.fake, scene.folder),
      "\(SigningScene.errors(scene.folder))")
  }

  @Test func `where martlet pushes by git to GitLab`() async throws {
    let scene = try await GitLabScene()
    try SigningScene.sign(scene.folder)
    try await scene.run()
    let state = try await scene.fake.state(GitLabScene.project)
    let head = try #require(state["branches"]?["martlet/swift/aster"]?.string)
    #expect(
      try await SigningScene.isVerified(head, of: scene.fake, scene.folder),
      "\(SigningScene.errors(scene.folder))")
    #expect(try await scene.fake.violations() == [])
  }

  @Test func `A key that can't sign is refused, and doctor says so`() async throws {
    let scene = try await GitHubScene(libraries: ["aster": ["1.0.0", "1.1.0"]])
    try SigningScene.sign(scene.folder)
    let check = try await Program.run(
      ["config", "check", "martlet.yml"], in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    #expect(check.code == 0, "\(check.out)")
    let fine = try await scene.martlet("doctor")
    #expect(fine.out.contains("commits are signed with the ssh key by Martlet <martlet@acme.dev>"))
    try scene.folder.write("-----BEGIN RSA PRIVATE KEY-----\n", to: "key")
    for words in [["run"], ["doctor"]] {
      let outcome = try await Program.run(
        words + ["--config", "martlet.yml"], in: scene.folder.path,
        environment: ["TOKEN": "github_pat_fixed"])
      #expect(outcome.code != 0)
      #expect((outcome.out + outcome.error).contains("not in OpenSSH's format"), "\(outcome)")
    }
    #expect(try await scene.head("martlet/swift/aster") == nil)
  }
}
