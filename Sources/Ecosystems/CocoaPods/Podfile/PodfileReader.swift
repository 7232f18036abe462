import Ecosystem
import Ruby
import Text

/// Evaluates a `Podfile` and reads the files of the repository that it needs.
struct PodfileReader: Sendable {
  private var manifests: RubyManifests
  private let path: String

  init(_ path: String, in tree: SourceTree) {
    self.path = path
    manifests = RubyManifests(tree, form: Self.form)
  }

  private static let form = "the declarative form of a Podfile"

  /// Evaluates the Podfile; if it depends on the machine, with the answers that explain the lock.
  ///
  /// Answers with which it stops, as with `raise … unless ENV.key?('BUNDLE_GEMFILE')`, are not those
  /// of a machine that wrote a lock.
  ///
  /// - Throws: a refusal if other answers change the pods and the lock doesn't decide.
  mutating func read(lock: PodfileLock?) async throws(Problem) -> Podfile {
    let (first, answers) = try await completed()
    guard !first.choices.isEmpty else { return first }
    var different: [(podfile: Podfile, meaning: [String])] = [(first, try first.meaning)]
    for answers in Self.alternatives(first.choices, to: answers) {
      guard let other = try await evaluate(answers).podfile else { continue }
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

  /// The first evaluation that doesn't stop, with its answers: those of a clean machine if possible.
  private mutating func completed() async throws(Problem) -> (Podfile, [RubyChoice: Bool]) {
    var answers: [RubyChoice: Bool] = [:]
    var outcome = try await evaluate(answers)
    for _ in 0..<Self.choiceLimit {
      if let podfile = outcome.podfile { return (podfile, answers) }
      // The last condition before the stop is the one that led there.
      guard let last = outcome.choices.last(where: { answers[$0] == nil }) else { break }
      answers[last] = !last.assumed
      outcome = try await evaluate(answers)
    }
    if let podfile = outcome.podfile { return (podfile, answers) }
    throw outcome.problem
  }

  private func conditional(_ choice: RubyChoice) -> Problem {
    Problem(
      .refused, "has pods that depend on the machine", subject: choice.file,
      at: manifests.text(choice.file)?.location(at: choice.offset),
      advice: "the lock fits none of the possible answers, or several")
  }

  /// How many conditions are answered in all ways.
  private static let choiceLimit = 5

  /// All other answers to some conditions.
  private static func alternatives(
    _ choices: [RubyChoice], to given: [RubyChoice: Bool]
  ) -> [[RubyChoice: Bool]] {
    let open = choices.prefix(choiceLimit)
    return (1..<(1 << open.count)).map { mask in
      var answers = given
      for (index, choice) in open.enumerated() where mask & (1 << index) != 0 {
        answers[choice] = !(given[choice] ?? choice.assumed)
      }
      return answers
    }
  }

  private mutating func evaluate(_ choices: [RubyChoice: Bool]) async throws(Problem) -> Outcome {
    let path = path
    return try await manifests.evaluate { files throws(RubyStop) in
      guard let source = try files.text(path) else {
        throw .refused("is not in the repository", file: path, range: 0..<0)
      }
      return try Self.outcome(source, files: files, choices: choices)
    }
  }

  /// How an evaluation ended.
  private struct Outcome {
    /// Nil if the Podfile stopped itself.
    var podfile: Podfile?
    /// The conditions that depend on the machine, in order.
    var choices: [RubyChoice]
    /// Why there is no Podfile.
    var problem = Problem(.refused, "stops")
  }

  /// Evaluates one text with the files read so far.
  private static func outcome(
    _ source: SourceText, files: RubyFiles, choices: [RubyChoice: Bool]
  ) throws(RubyStop) -> Outcome {
    let (ruby, host) = prepared(source, files, choices)
    do throws(RubyStop) {
      try ruby.run(source)
    } catch {
      guard host.stopsItself else { throw error }
      let problem = Problem(error, form: form) { $0 == source.file ? source : nil }
      return Outcome(choices: ruby.met, problem: problem)
    }
    host.podfile.choices = ruby.met
    return Outcome(podfile: host.podfile, choices: ruby.met)
  }

  private static func prepared(
    _ source: SourceText, _ files: RubyFiles, _ choices: [RubyChoice: Bool]
  ) -> (RubyInterpreter, PodfileHost) {
    var files = files
    files.directory = RubyFiles.folder(of: source.file)
    let host = PodfileHost(source)
    let ruby = RubyInterpreter(
      files: files, runtime: .pod, host: host, source: source, choices: choices)
    return (ruby, host)
  }
}

extension Podfile {
  /// What decides the lock, to compare two evaluations.
  fileprivate var meaning: [String] {
    get throws(Problem) {
      var result = sources
      for index in targets.indices {
        result.append("target \(targets[index].name) \(platform(of: index)?.displayName ?? "")")
        result += try dependencies(of: index).map { "\($0.text) \($0.repository ?? "")" }
      }
      return result
    }
  }
}
