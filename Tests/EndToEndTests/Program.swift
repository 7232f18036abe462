import Foundation
import JSON
import TestSupport
import Testing

/// Runs the built program.
enum Program {
  /// The output and exit code of a run.
  struct Outcome {
    var code: Int32
    var out: String
    var error: String

    /// The document that `--json` prints, which has to fit the published schema.
    func document() throws -> Value {
      let document = try Document(Array(out.utf8), named: "standard output")
      expectDescribed(document)
      return document.root.value
    }
  }

  /// It is next to the bundle of the tests.
  static let path: URL = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = bundle.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("martlet")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return bundle
  }()

  /// Starts a command line in a folder; its output goes to the files `NAME.out` and `NAME.error`.
  ///
  /// `starter` is a program that becomes this one, such as `setpriv`.
  static func start(
    _ words: [String], as name: String, in folder: String, environment: [String: String] = [:],
    through starter: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      starter + [path.path] + words, in: folder,
      environment: environment.merging(["HOME": folder]) { given, _ in given },
      output: "\(folder)/\(name).out", error: "\(folder)/\(name).error")
  }

  /// Runs a command line in a folder and waits for its end.
  ///
  /// The environment contains only the given variables, so that the machine's have no effect.
  static func run(
    _ words: String..., in folder: String = NSTemporaryDirectory(),
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await run(words, in: folder, environment: environment)
  }

  static func run(
    _ words: [String], in folder: String, environment: [String: String] = [:]
  ) async throws -> Outcome {
    // Foundation's `Process` sometimes misses the end of a child process on Linux.
    let names = ["out", "error"].map { "\(folder)/.\($0)-\(uniqueName())" }
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    let child = try ChildProcess(
      [path.path] + words, in: folder,
      environment: environment.merging(["HOME": folder]) { given, _ in given },
      output: names[0], error: names[1])
    return Outcome(
      code: await child.end(), out: try String(contentsOfFile: names[0], encoding: .utf8),
      error: try String(contentsOfFile: names[1], encoding: .utf8))
  }
}

extension Program {
  /// Starts a command line in a folder without waiting for its end; its output is discarded.
  static func start(
    _ words: [String], in folder: String, environment: [String: String]
  ) throws -> ChildProcess {
    try ChildProcess(
      [path.path] + words, in: folder,
      environment: environment.merging(["HOME": folder]) { given, _ in given })
  }
}

/// A temporary folder, deleted after the test.
final class Folder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let base = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    path = "\(base)/martlet-test-\(uniqueName())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// The contents of all files below, by path.
  func everything() throws -> [String: Data] {
    var result: [String: Data] = [:]
    let root = URL(fileURLWithPath: path)
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let file = root.appendingPathComponent(name)
      result[name] = try? Data(contentsOf: file)
    }
    return result
  }
}
