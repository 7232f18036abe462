import Foundation
import JSON
import TestSupport
import Testing

/// A Gemfile with any Ruby: no code is run, and its cost is bounded.
@Suite struct `A hostile Gemfile` {
  /// The Gemfile, and the text of the refusal.
  struct Attack: CustomTestStringConvertible, Sendable {
    var gemfile: String
    var says: String

    init(_ gemfile: String, _ says: String) {
      self.gemfile = gemfile
      self.says = says
    }

    var testDescription: String { String(gemfile.prefix(40)) }
  }

  /// Ways to start a process or run other code.
  static let commands = [
    Attack("gem `touch canary`", "Gemfile:1:5: refused: `touch canary`: runs a command"),
    Attack("%x(touch canary)", "runs a command"),
    Attack("gem \"rails\", \"#{`touch canary`}\"", "Gemfile:1:17: refused"),
    Attack("if false\nelse\n  x = %x[touch canary]\nend", "Gemfile:3:7: refused"),
    Attack("system(\"touch canary\")", "calls `system`"),
    Attack("Kernel.system \"touch\", \"canary\"", "calls `system` on `Kernel`"),
    Attack("gem \"a\" if system(\"touch canary\")", "calls `system`"),
    Attack("exec \"touch canary\"", "calls `exec`"),
    Attack("spawn \"touch canary\"", "calls `spawn`"),
    Attack("Process.spawn(\"touch canary\")", "calls `spawn` on `Process`"),
    Attack("fork { exec \"touch canary\" }", "calls `fork`"),
    Attack("IO.popen(\"touch canary\")", "calls `popen` on `IO`"),
    Attack("open(\"|touch canary\")", "calls `open`"),
    Attack("File.read(\"|touch canary\")", "reads a file that is not in the repository"),
    Attack("require \"open3\"\nOpen3.capture2(\"touch canary\")", "uses the constant `Open3`"),
    Attack("eval(\"system('touch canary')\")", "evaluates a text that is not one file"),
    Attack("instance_eval \"system('touch canary')\"", "evaluates a text that is not one file"),
    Attack("send(:system, \"touch canary\")", "calls `send`"),
    Attack("Object.const_get(:Kernel).system(\"touch canary\")", "calls `const_get`"),
    Attack("Thread.new { system(\"touch canary\") }", "calls `new` on `Thread`"),
    Attack("load \"../outside.rb\"", "requires a file that is not in the repository"),
    Attack("eval_gemfile \"../../etc/passwd\"", "evaluates a file that is not in the repository"),
    Attack("File.read(\"/etc/passwd\")", "reads a file that is not in the repository"),
    Attack("source \"https://x.example\", type: \"evil\"", "that only a plugin knows"),
  ]

  /// Ways to use up time, memory or the stack.
  static let floods = [
    Attack(String(repeating: "[", count: 20_000), "is nested deeper than"),
    Attack(String(repeating: "gem(", count: 10_000), "is nested deeper than"),
    Attack(String(repeating: "not ", count: 20_000) + "x", "is nested deeper than"),
    Attack(String(repeating: "!", count: 20_000) + "x", "is nested deeper than"),
    Attack(String(repeating: "{a: ", count: 20_000), "is nested deeper than"),
    Attack(String(repeating: "a ? b : ", count: 10_000) + "c", "is nested deeper than"),
    Attack(String(repeating: "if true\n", count: 10_000), "is nested deeper than"),
    Attack("gem \"" + String(repeating: "#{\"", count: 10_000), "refused"),
    Attack(
      "def " + String(repeating: "a.", count: 90_000) + "b\nend\n`id`", "defines a method of `a`"),
    Attack("gem \"" + String(repeating: "a", count: 2_000_000) + "\"", "is larger than"),
    Attack("# " + String(repeating: "a\n", count: 600_000), "is larger than"),
    Attack("x = [1]\n%w[a b c d e].each { " + doubling + " }", "makes a value that is too large"),
    Attack("x = \"a\"\n%w[a b c d e].each { " + doubling + " }", "makes a value that is too large"),
    Attack("x = 1\n%w[a b c d e].each { " + pairing + " }", "makes a value that is too large"),
    Attack("def f; f; end\nf", "takes too many steps"),
    Attack("a = -> { a.call }\na.call", "takes too many steps"),
    Attack("while true; end", "uses a loop"),
    Attack("loop { }", "calls `loop`"),
    Attack("(1..10**18).each { |n| gem n }", "refused"),
  ]

  private static let doubling = Array(repeating: "x = x + x", count: 5).joined(separator: "; ")
  private static let pairing = Array(repeating: "x = [x, x]", count: 5).joined(separator: "; ")

  @Test(arguments: commands + floods)
  func `is refused by name, and nothing is written`(attack: Attack) async throws {
    let scene = try Scene(attack.gemfile)
    let before = try scene.folder.everything()
    let outcome = try await scene.lock()
    #expect(outcome.code == 3, "\(outcome.error.prefix(300))")
    #expect(outcome.error.contains(attack.says), "\(outcome.error.prefix(300))")
    #expect(try scene.folder.everything() == before)
  }

  /// strace sees every system call that starts a process or another program; threads don't count.
  @Test(.enabled("strace is missing here, or may not trace") { await Trace.isPossible })
  func `starts no process`() async throws {
    for attack in Self.commands {
      let scene = try Scene(attack.gemfile)
      let calls = try await scene.traced()
      #expect(calls == [], "\(attack.gemfile)")
    }
  }

  /// Shows that the trace finds a process.
  @Test(.enabled("strace is missing here, or may not trace") { await Trace.isPossible })
  func `would be caught by the trace if it did`() async throws {
    let folder = try Folder()
    let calls = try await Trace.of(["/bin/sh", "-c", "true; /bin/true; true"], in: folder)
    #expect(calls.contains { $0.contains("execve(\"/bin/true\"") })
  }
}

/// A project with a hostile Gemfile and no registry.
private struct Scene {
  let folder: Folder

  init(_ gemfile: String) throws {
    folder = try Folder([
      "app/Gemfile": gemfile + "\n",
      "martlet.yml":
        "mirrors: [{from: \"https://rubygems.org/\", to: \"http://127.0.0.1:9/\"}]\n",
    ])
  }

  private static let words = ["lock", "app", "--config", "martlet.yml", "--log-level", "error"]

  func lock() async throws -> Program.Outcome {
    try await Program.run(Self.words, in: folder.path)
  }

  /// The processes that a run starts.
  func traced() async throws -> [String] {
    try await Trace.of([Program.path.path] + Self.words, in: folder)
  }
}

/// The traced system calls.
private enum Trace {
  private static let program = "/usr/bin/strace"

  /// Whether strace is installed and permitted.
  static var isPossible: Bool {
    get async {
      let words = [program, "-f", "-o", "/dev/null", "/bin/true"]
      return await (try? ChildProcess(words))?.end() == 0
    }
  }

  /// The system calls of a program, after its own start, that start a process or a program.
  static func of(_ words: [String], in folder: Folder) async throws -> [String] {
    let file = folder.path + "/.trace"
    let trace = "trace=execve,execveat,fork,vfork,clone,clone3"
    let child = try ChildProcess(
      [program, "-f", "-qq", "-e", trace, "-e", "signal=none", "-o", file] + words, in: folder.path,
      environment: ["HOME": folder.path])
    await child.end()
    let calls = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    return calls.dropFirst().map(String.init).filter { !$0.contains("CLONE_THREAD") }
      .filter { !$0.contains("+++ exited") && !$0.contains(" resumed>") }
  }
}
