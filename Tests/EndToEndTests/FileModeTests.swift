import Foundation
import TestSupport
import Testing

/// The last nine bits of a file's mode; nil if it does not exist.
private func mode(_ path: String) throws -> mode_t? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

@Suite struct `Files that other users must not read` {
  private let config = """
    state: sqlite:state.db
    cache: cache
    forges: [{name: hub, kind: local, url: "file://HERE/hub", repositories: ["*/*"]}]
    """

  private func folder() throws -> Folder {
    let folder = try Folder(["hub/.keep": ""])
    try folder.write(config.replacing("HERE", with: folder.path), to: "martlet.yml")
    return folder
  }

  @Test func `state and backup are private from the start`() async throws {
    let folder = try folder()
    _ = try await Program.run("run", "--config", "martlet.yml", in: folder.path)
    #expect(
      try await Program.run(
        "state", "backup", "copy.db", "--config", "martlet.yml", in: folder.path
      ).code == 0)
    for name in ["state.db", "copy.db"] { #expect(try mode("\(folder.path)/\(name)") == 0o600) }
  }

  @Test func `readable files are made private, and doctor reports them`() async throws {
    let folder = try folder()
    try folder.write("", to: "cache/git/kept")
    _ = try await Program.run("run", "--config", "martlet.yml", in: folder.path)
    chmod("\(folder.path)/state.db", 0o644)
    chmod("\(folder.path)/cache/git", 0o755)
    let first = try await Program.run("doctor", "--config", "martlet.yml", in: folder.path)
    #expect(first.out.contains("state.db could be read by other users (mode 644)"))
    #expect(first.out.contains("cache/git could be read by other users (mode 755)"))
    #expect(try mode("\(folder.path)/state.db") == 0o600)
    #expect(try mode("\(folder.path)/cache/git") == 0o700)
    let second = try await Program.run("doctor", "--config", "martlet.yml", in: folder.path)
    #expect(!second.out.contains("other users"))
  }
}

@Suite struct `What a killed update leaves` {
  /// Creates a temporary file with the name of a process, and returns whether it was deleted.
  private func isSwept(process: pid_t, hoursOld: Int = 0) async throws -> Bool {
    let name = "package-lock.json.martlet-\(process)"
    let folder = try Folder(["package.json": #"{"name": "a"}"#, "sub/\(name)": "half"])
    let path = "\(folder.path)/sub/\(name)"
    let then = Date(timeIntervalSinceNow: -Double(hoursOld) * 3_600)
    try FileManager.default.setAttributes([.modificationDate: then], ofItemAtPath: path)
    _ = try await Program.run("check", in: folder.path)
    return try mode(path) == nil
  }

  @Test func `is deleted if its process is dead or it is old`() async throws {
    // Linux has no process number this high.
    #expect(try await isSwept(process: 2_000_000_000))
    #expect(try await isSwept(process: getpid(), hoursOld: 2))
    #expect(try await !isSwept(process: getpid()))
  }
}

@Suite struct `Signals without a meaning` {
  @Test func `do not end the daemon`() async throws {
    let folder = try Folder([
      "martlet.yml": """
      state: sqlite:state.db
      cache: cache
      listen: 127.0.0.1:0
      forges: [{name: hub, kind: local, url: "file:///nowhere", repositories: ["*/*"]}]
      """
    ])
    let daemon = try Program.start(
      ["serve", "--config", "martlet.yml"], as: "daemon", in: folder.path)
    try await eventually { try folder.read("daemon.error").contains("serves hub") }
    for number in [SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE] { daemon.signal(number) }
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }
}
