import Ecosystem
import FoundationEssentials
import Git

/// The steps of the demonstration.
struct DemoStory {
  let folder: String
  let program: Martlet

  /// Runs the demonstration, which ends with a pull request in each repository.
  func run() async throws(Problem) -> ExitCode {
    let samples = try samples()
    let web = try SampleWeb(samples)
    let code: ExitCode
    do throws(Problem) {
      code = try await run(samples, web)
    } catch {
      await web.stop()
      throw error
    }
    await web.stop()
    return code
  }

  private func run(_ samples: [Sample], _ web: SampleWeb) async throws(Problem) -> ExitCode {
    try setScene(samples, web)
    for sample in samples {
      say(sample.plot)
      let code = try await martlet("check", "\(folder)/checkout/\(sample.name)")
      guard code == .done else { return .failed }
      guard try await showImpacts(of: sample) else { return .failed }
    }
    say("One pass over the repositories, as cron or the service would run it:")
    guard try await martlet("run") == .done else { return .failed }
    say("Another one, which changes nothing:")
    guard try await martlet("run") == .done else { return .failed }
    for sample in samples { try showPullRequests(of: sample) }
    say("Remove it all:   rm -r \(folder)")
    return .done
  }

  /// Shows which lines some updates would break.
  private func showImpacts(of sample: Sample) async throws(Problem) -> Bool {
    guard !sample.impacts.isEmpty else { return true }
    say("Would the updates break anything here? martlet compares both versions with the sources:")
    let options = sample.impacts.flatMap { ["--impact", $0] }
    return try await martlet(["check", "\(folder)/checkout/\(sample.name)"] + options) == .done
  }

  private func samples() throws(Problem) -> [Sample] {
    do throws(GitError) {
      return try Sample.all(upstream: "\(folder)/upstream")
    } catch {
      throw Problem(.failed, "the samples cannot be created: \(error)", subject: folder)
    }
  }

  private func setScene(_ samples: [Sample], _ web: SampleWeb) throws(Problem) {
    for sample in samples {
      do throws(GitError) {
        let start = SampleRepository.Step(message: "Start the app", files: sample.files)
        _ = try SampleRepository(at: "\(folder)/forge/acme/\(sample.name).git", [start])
      } catch {
        throw Problem(.failed, "the sample cannot be created: \(error)", subject: sample.name)
      }
      for (path, text) in sample.files { try write(text, to: "checkout/\(sample.name)/\(path)") }
    }
    try write(configuration(samples, web), to: "martlet.yml")
    let names = samples.map { "acme/\($0.name)" }.joined(separator: ", ")
    say(
      """
      Everything is in \(folder): a forge made of files with the repositories
      \(names), git repositories of libraries that they use, and the operator's file
      martlet.yml. Registries and release notes are at \(web.address) until the story ends.
      """)
  }

  private func configuration(_ samples: [Sample], _ web: SampleWeb) -> String {
    let remotes = samples.reduce(into: web.mirrors) { mirrors, sample in
      for (from, to) in sample.remotes { mirrors[from] = "file://\(to)" }
    }
    let mirrors = remotes.sorted { $0.key < $1.key }
      .map { "  - {from: \"\($0.key)\", to: \"\($0.value)\"}\n" }.joined()
    return """
      state: sqlite:\(folder)/martlet.db
      cache: \(folder)/cache
      forges:
        - name: files
          kind: local
          url: file://\(folder)/forge
          repositories: [\(samples.map { "acme/\($0.name)" }.joined(separator: ", "))]
      mirrors:
      \(mirrors)
      """
  }

  private func write(_ text: String, to name: String) throws(Problem) {
    let file = URL(filePath: "\(folder)/\(name)")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    } catch {
      throw Problem(.failed, "cannot be written", subject: file.path())
    }
  }

  /// Runs a command of this program and prints it as a person would type it.
  private func martlet(_ arguments: String...) async throws(Problem) -> ExitCode {
    try await martlet(arguments)
  }

  private func martlet(_ arguments: [String]) async throws(Problem) -> ExitCode {
    let all = arguments + ["--config", "\(folder)/martlet.yml", "--log-level", "error"]
    program.terminal.out("$ martlet \(arguments.joined(separator: " ")) --config martlet.yml\n")
    return await program.run(all)
  }

  private func showPullRequests(of sample: Sample) throws(Problem) {
    let pulls = "\(folder)/forge/acme/\(sample.name).pulls"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: pulls)) ?? []
    let pages = files.filter { $0.hasSuffix(".md") }.sorted()
    guard !pages.isEmpty else {
      throw Problem(.failed, "no pull request was opened", subject: pulls)
    }
    let count = "\(pages.count) pull request\(pages.count == 1 ? "" : "s")"
    say("acme/\(sample.name) has \(count) in \(pulls). The first one:")
    for name in [pages[0], pages[0].replacing(".md", with: ".diff")] {
      let data = try? Data(contentsOf: URL(filePath: "\(pulls)/\(name)"))
      program.terminal.out(String(decoding: data ?? Data(), as: UTF8.self))
    }
  }

  private func say(_ text: String) {
    program.terminal.out("\n\(text)\n\n")
  }
}
