import Ecosystem
import Text

/// Drives a resolver: looks up what it needs, as much at once as it asks for, and resumes it.
struct Performer {
  /// Requests under way at a time; npm's own default is 15.
  static let width = 24
  /// How long one resolution may ask registries and work on their answers.
  static let patience = Duration.seconds(300)

  let registry: Registry
  let tree: SourceTree
  /// Files that differ from the tree's, by path.
  let overlay: [String: SourceText]
  let base: String
  /// What needs not be asked any more.
  var ahead = Ahead()

  /// Works until there is a lock or a reason why there is none, from where a resolver stands.
  func run(
    _ resolver: Resolver, from start: Resolver.Progress? = nil
  ) async throws(Problem) -> Solution {
    var progress = start ?? resolver.resume()
    let clock = ContinuousClock()
    let end = clock.now + Performer.patience
    while true {
      if clock.now > end {
        throw Problem(
          .refused, "takes more than \(Performer.patience.components.seconds) seconds to ask about",
          subject: "the packages of \(Paths.basename(base))")
      }
      switch progress {
      case .solved(let solution): return solution
      case .failed(let problem): throw problem
      case .needs(let wants): try await lookUp(wants, for: resolver)
      }
      progress = resolver.resume()
    }
  }

  private func lookUp(_ wants: [Want], for resolver: Resolver) async throws(Problem) {
    var packuments: [(name: String, full: Bool)] = []
    for want in wants {
      switch want {
      case .packument(let name, let full): packuments.append((name, full))
      case .folder(let path): try resolver.learn(folder: path, try await manifest(in: path))
      }
    }
    for answer in await answers(packuments) {
      if case .failure(let failure) = answer.result, failure.reason.isOutage {
        throw failure.problem
      }
      try resolver.learn(answer.name, full: answer.full, answer.result)
    }
  }

  private func manifest(in folder: String) async throws(Problem) -> SourceText? {
    guard let place = Paths.tail(of: folder, below: base) ?? (folder == base ? "" : nil) else {
      throw Problem(
        .refused, "leads out of the repository", subject: Paths.relative(base, folder))
    }
    let path = NPMEcosystem.path("package.json", in: place)
    if let edited = overlay[path] { return edited }
    guard tree.paths.contains(path) else { return nil }
    return try await tree.read(path)
  }

  private struct Answer: Sendable {
    var name: String
    var full: Bool
    var result: Result<Packument, LookUpFailure>
  }

  private func answers(_ wants: [(name: String, full: Bool)]) async -> [Answer] {
    await withTaskGroup(of: Answer.self) { group in
      var answers: [Answer] = []
      for (place, want) in wants.enumerated() {
        if place >= Self.width, let answer = await group.next() { answers.append(answer) }
        let known = want.full ? ahead[want.name] : nil
        group.addTask { [registry] in
          let result =
            if let known { known } else {
              await registry.answer(of: want.name, full: want.full)
            }
          return Answer(name: want.name, full: want.full, result: result)
        }
      }
      for await answer in group { answers.append(answer) }
      return answers
    }
  }
}

extension LookUpFailure.Reason {
  /// Whether a lock without the package would be a guess: the registry did not say that it has no
  /// such package.
  var isOutage: Bool { self != .notFound }
}
