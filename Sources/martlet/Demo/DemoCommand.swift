import Arguments
import Ecosystem
import FoundationEssentials
import Git
import Glibc

extension Martlet {
  /// `martlet demo`: the whole story on this machine, without network or account.
  func demo(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let folder: String
    if let wanted = invocation.value("keep") {
      folder = try Self.fresh(wanted)
    } else {
      folder = try Self.temporary()
    }
    let story = DemoStory(folder: folder, program: self)
    return try await story.tell()
  }

  private static func fresh(_ path: String) throws(Problem) -> String {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Problem(.usage, "is there already", subject: path)
    }
    return try made(path)
  }

  private static func temporary() throws(Problem) -> String {
    let base = environment("TMPDIR") ?? "/tmp"
    return try made("\(base)/martlet-demo-\(getpid())")
  }

  private static func made(_ path: String) throws(Problem) -> String {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Problem(.failed, "cannot be created", subject: path)
    }
    return try WorkingTree(path).root
  }
}

/// The demo as it is told: set the scene, look, propose, look again.
struct DemoStory {
  let folder: String
  let program: Martlet

  /// Tells it to the end, which shows the pull requests.
  func tell() async throws(Problem) -> ExitCode {
    try setScene()
    say("A Swift package has fallen behind its two libraries. What is outdated?")
    guard try await martlet("check", "\(folder)/checkout") == .done else { return .failed }
    say("One pass over its repository, as cron or the daemon would make it:")
    guard try await martlet("run") == .done else { return .failed }
    say("And another, which finds nothing left to do:")
    guard try await martlet("run") == .done else { return .failed }
    try showPullRequests()
    return .done
  }

  private func setScene() throws(Problem) {
    do throws(GitError) {
      try SwiftSample.make(upstream: "\(folder)/upstream", app: "\(folder)/forge/acme/app.git")
      try checkOut()
    } catch {
      throw Problem(.failed, "the sample cannot be made: \(error)", subject: folder)
    }
    try write(configuration, to: "martlet.yml")
    say(
      """
      Everything is in \(folder): git repositories of two libraries, a forge made of files with
      the repository acme/app, and the operator's file martlet.yml.
      """)
  }

  /// The files of the app, as a person would have them.
  private func checkOut() throws(GitError) {
    let repository = Git.Repository(path: "\(folder)/forge/acme/app.git")
    guard let head = try repository.reference("refs/heads/main") else { return }
    for file in try repository.tree(of: head) {
      let bytes = try repository.blob(file.sha)
      let path = "\(folder)/checkout/\(file.path)"
      let parent = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      do {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
      } catch {
        throw GitError(.other, place: path, detail: "cannot be written")
      }
    }
  }

  private var configuration: String {
    """
    state: sqlite:\(folder)/martlet.db
    cache: \(folder)/cache
    forges:
      - name: files
        kind: local
        url: file://\(folder)/forge
        repositories: [acme/app]
    mirrors:
      - {from: "\(SwiftSample.origin)", to: "file://\(folder)/upstream/"}

    """
  }

  private func write(_ text: String, to name: String) throws(Problem) {
    do {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    } catch {
      throw Problem(.failed, "cannot be written", subject: "\(folder)/\(name)")
    }
  }

  /// Runs a command of this program, shown as a person would type it.
  private func martlet(_ words: String...) async throws(Problem) -> ExitCode {
    let all = words + ["--config", "\(folder)/martlet.yml", "--log-level", "error"]
    program.terminal.out("$ martlet \(words.joined(separator: " ")) --config martlet.yml\n")
    return await program.run(all)
  }

  private func showPullRequests() throws(Problem) {
    let pulls = "\(folder)/forge/acme/app.pulls"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: pulls)) ?? []
    let pages = files.filter { $0.hasSuffix(".md") }.sorted()
    guard !pages.isEmpty else {
      throw Problem(.failed, "no pull request was opened", subject: pulls)
    }
    say("\(pages.count) pull requests are open. They are files; this is the first one:")
    for name in [pages[0], pages[0].replacing(".md", with: ".diff")] {
      let data = try? Data(contentsOf: URL(filePath: "\(pulls)/\(name)"))
      program.terminal.out(String(decoding: data ?? Data(), as: UTF8.self) + "\n")
    }
    say("Open the others: \(pulls)\nRemove it all:   rm -r \(folder)")
  }

  private func say(_ text: String) {
    program.terminal.out("\n\(text)\n\n")
  }
}
