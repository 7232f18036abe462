import Arguments
import Configuration
import Ecosystem
import Libc
import JSON
import Languages
import Logging
import Time

/// The program: parses the arguments, runs the command, and exits with its code.
package struct Martlet {
  /// The version in `--version`, reports, and the user agent.
  static let version = "1.0.0"

  /// Runs the command line of the process, and exits.
  package static func main() async {
    // A reader that closes a pipe must not end the program during a write, and neither must signals
    // that have a meaning for other services.
    for number in [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM] { signal(number, SIG_IGN) }
    FileModes.keepPrivate()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["worker"] {
      end(await Martlet(terminal: .standard).work().rawValue)
    }
    openStandardStreams()
    let terminal = Terminal.standard
    let code = await Martlet(terminal: terminal).run(arguments)
    guard terminal.isResultWhole() else {
      terminal.error("martlet: the result cannot be written to the standard output\n")
      end(max(code.rawValue, ExitCode.failed.rawValue))
    }
    end(code.rawValue)
  }

  /// Ends the program without the exit handlers of libraries.
  ///
  /// They clean up while other threads still run: OpenSSL's handler was running whenever the heap
  /// was found corrupted at exit. All data that must survive is already on the disk.
  private static func end(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }

  let terminal: Terminal

  /// The language of help, and of errors before an operator's file is read.
  private var language: Language { Language(of: environment) }

  /// Converts `martlet help check` to `martlet check --help`.
  private static func asked(_ arguments: [String]) -> [String] {
    arguments.first == "help" ? arguments.dropFirst() + ["--help"] : arguments
  }

  /// Runs a command line.
  func run(_ arguments: [String]) async -> ExitCode {
    do {
      switch try grammar.parse(Self.asked(arguments)) {
      case .help(let path):
        terminal.out(grammar.help(at: path, translate: language.help))
        return .done
      case .run(let invocation): return await run(invocation)
      }
    } catch {
      return report(error, in: arguments)
    }
  }

  /// Prints an error in the command line for people and, with `--json`, for programs.
  private func report(_ error: ArgumentError, in arguments: [String]) -> ExitCode {
    let help = (["martlet"] + error.path + ["--help"]).joined(separator: " ")
    let advice = "'\(help)' shows the usage."
    terminal.error("martlet: \(language.help("\(error)"))\n\(language.help(advice))\n")
    if arguments.prefix(while: { $0 != "--" }).contains("--json") {
      let problem = Problem(.usage, "\(error)", advice: advice)
      terminal.raw(document(["schema": 1, "error": problem.json]))
    }
    return .usage
  }

  private func run(_ invocation: Invocation) async -> ExitCode {
    do throws(Problem) {
      switch invocation.path {
      case ["init"]: return try await writeFirstFile(invocation)
      case ["check"]: return try await check(invocation)
      case ["update"]: return try await update(invocation)
      case ["lock"]: return try await lock(invocation)
      case ["why"]: return try await why(invocation)
      case let path where path.first == "migrate": return try await migrate(invocation)
      case ["run"]: return try await run(overRepositories: invocation)
      case ["serve"]: return try await serve(invocation)
      case ["fleet"]: return try await listFleet(invocation)
      case ["visit"], ["pause"], ["resume"]: return try await act(invocation)
      case ["logs"]: return try await printLogs(invocation)
      case ["config", "check"]: return try await checkConfiguration(invocation)
      case ["config", "import"]: return try await importConfiguration(invocation)
      case ["config", "schema"]: return try printSchema(invocation)
      case ["state", "backup"]: return try await backUpState(invocation)
      case ["state", "restore"]: return try await restoreState(invocation)
      case ["state", "export"]: return try await exportState(invocation)
      case ["doctor"]: return try await diagnose(invocation)
      case ["demo"]: return try await demo(invocation)
      case ["completions"]: return try complete(invocation)
      case ["manual"]: return try writeManual(invocation)
      default:
        terminal.out("martlet \(Self.version)\n")
        return .done
      }
    } catch {
      return report(error, invocation)
    }
  }

  /// Prints a problem for people or for programs.
  private func report(_ problem: Problem, _ invocation: Invocation) -> ExitCode {
    if invocation.value("log-format") == "json" {
      let log = Live.logger(OperatorFile(), invocation, terminal) { Redaction([]) }
      log.error(problem.fullMessage)
    } else {
      terminal.error("martlet: \(problem.fullMessage)\n")
    }
    if invocation.has("json") {
      terminal.raw(document(["schema": 1, "error": problem.json]))
    }
    return ExitCode(problem.kind)
  }
}
