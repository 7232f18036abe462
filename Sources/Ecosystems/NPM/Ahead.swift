import Ecosystem
import JSON

/// What a resolver is sure to ask for, asked while the lock is still being read.
struct Ahead: Sendable {
  private var answers: [String: Result<Packument, LookUpFailure>] = [:]

  /// What came of a question that was asked; nil: it was not.
  subscript(name: String) -> Result<Packument, LookUpFailure>? { answers[name] }

  fileprivate mutating func add(_ name: String, _ answer: Result<Packument, LookUpFailure>) {
    answers[name] = answer
  }
}

extension NPMEcosystem {
  /// Fetches the documents of the targets that the manifest names.
  func askAhead(for goal: Goal, _ sources: ProjectSources) async -> Ahead {
    var ahead = Ahead()
    guard case .update(let targets, _) = goal, sources.lock != nil else { return ahead }
    let manifest = sources.manifests[0].document
    let names = Set(targets.compactMap { RegistryWish($0.name, in: manifest)?.package })
    let registry = Registry(client: http, settings: sources.settings)
    await withTaskGroup { group in
      for name in names.prefix(Performer.width) {
        group.addTask { (name, await registry.answer(of: name, full: true)) }
      }
      for await (name, answer) in group { ahead.add(name, answer) }
    }
    return ahead
  }
}

/// A wish of a manifest that a registry can meet.
struct RegistryWish {
  /// As the registry calls the package; an alias stands for another name.
  let package: String

  /// Looks for a name; nil where it is not wished for, or comes from elsewhere.
  init?(_ name: String, in manifest: Document) {
    for section in DirectWish.sections {
      guard let text = manifest.root[section]?[name]?.string else { continue }
      let request = Requested(text)
      if case .alias(let real, _, _) = request {
        package = real
      } else if request.isRegistry {
        package = name
      } else {
        return nil
      }
      return
    }
    return nil
  }
}

extension Registry {
  /// Asks for what trees need of a package.
  func answer(of name: String, full: Bool) async -> Result<Packument, LookUpFailure> {
    do {
      return .success(
        try await packument(of: name, full ? .full : .abbreviated, keeping: .trees))
    } catch {
      return .failure(error)
    }
  }
}
