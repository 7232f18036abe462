import Ecosystem
import Ruby
import Text

/// Evaluates a `Podfile` and reads the files of the repository that it needs.
struct PodfileReader: Sendable {
  private var manifests: RubyManifests
  private let path: String

  init(_ path: String, in tree: SourceTree) {
    self.path = path
    manifests = RubyManifests(tree, form: "the declarative form of a Podfile")
  }

  /// Evaluates the Podfile; if it depends on the machine, with the answers that explain the lock.
  ///
  /// - Throws: a refusal if other answers change the pods and the lock doesn't decide.
  mutating func read(lock: PodfileLock?) async throws(Problem) -> Podfile {
    let first = try await evaluate([:])
    guard !first.choices.isEmpty else { return first }
    var different: [(podfile: Podfile, meaning: [String])] = [(first, try first.meaning)]
    for answers in Self.alternatives(first.choices) {
      let other = try await evaluate(answers)
      let meaning = try other.meaning
      if !different.contains(where: { $0.meaning == meaning }) {
        different.append((other, meaning))
      }
    }
    if different.count == 1 { return first }
    guard let lock else { throw conditional(first.choices[0]) }
    let locked = Set(lock.podfileDependencies.map(\.name))
    var fitting: [Podfile] = []
    for (podfile, _) in different where try Set(podfile.dependencies.map(\.name)) == locked {
      fitting.append(podfile)
    }
    if let only = fitting.first, fitting.count == 1 { return only }
    throw conditional(first.choices[0])
  }

  private func conditional(_ choice: RubyChoice) -> Problem {
    Problem(
      .refused, "has pods that depend on the machine", subject: choice.file,
      at: manifests.text(choice.file)?.location(at: choice.offset),
      advice: "the lock fits none of the possible answers, or several")
  }

  /// All other answers to at most five conditions.
  private static func alternatives(_ choices: [RubyChoice]) -> [[RubyChoice: Bool]] {
    let open = choices.prefix(5)
    return (1..<(1 << open.count)).map { mask in
      var answers: [RubyChoice: Bool] = [:]
      for (index, choice) in open.enumerated() where mask & (1 << index) != 0 {
        answers[choice] = !choice.assumed
      }
      return answers
    }
  }

  private mutating func evaluate(_ choices: [RubyChoice: Bool]) async throws(Problem) -> Podfile {
    let path = path
    return try await manifests.evaluate { files throws(RubyStop) in
      guard let source = try files.text(path) else {
        throw .refused("is not in the repository", file: path, range: 0..<0)
      }
      return try Self.evaluate(source, files: files, choices: choices)
    }
  }

  /// Evaluates one text with the files read so far.
  static func evaluate(
    _ source: SourceText, files: RubyFiles, choices: [RubyChoice: Bool] = [:]
  ) throws(RubyStop) -> Podfile {
    var files = files
    files.directory = RubyFiles.folder(of: source.file)
    let host = PodfileHost(source)
    let ruby = RubyInterpreter(
      files: files, runtime: .pod, host: host, source: source, choices: choices)
    try ruby.run(source)
    host.podfile.choices = ruby.met
    return host.podfile
  }
}

extension Podfile {
  /// What decides the lock, to compare two evaluations.
  fileprivate var meaning: [String] {
    get throws(Problem) {
      var result = sources
      for index in targets.indices {
        result.append("target \(targets[index].name) \(platform(of: index)?.words ?? "")")
        result += try dependencies(of: index).map { "\($0.text) \($0.repository ?? "")" }
      }
      return result
    }
  }
}
