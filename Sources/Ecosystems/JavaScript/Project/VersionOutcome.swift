package import Ecosystem

extension Goal.Target {
  /// Tries an update to the version and returns sentences about the result, the last ones of `why`.
  ///
  /// - Parameter attempt: updates the project without an effect.
  /// - Returns: the condition for the version, or why there is no solution.
  /// - Throws: all problems except that there is no solution, which is a result.
  package func outcome(
    of attempt: () async throws(Problem) -> Change
  ) async throws(Problem) -> [String] {
    do throws(Problem) {
      return terms(of: try await attempt())
    } catch {
      guard error.kind == .unsolvable else { throw error }
      let subject = error.subject ?? name
      let start = subject == spec ? spec : "\(spec) cannot be locked: \(subject)"
      return ["\(start) \(error.message)."] + error.explanation
    }
  }

  /// Returns the conditions for the version: edited requirements and packages to update with it.
  private func terms(of change: Change) -> [String] {
    let edited = change.moves.filter { $0.requirement != nil }
    let own = edited.first { $0.name == name } ?? edited.first
    guard let requirement = own?.requirement else {
      return ["\(spec) can be locked without a change of the manifest."]
    }
    let partners = edited.filter { $0.name != name }.map { "\($0.name)@\($0.to ?? "")" }
    let sentences = change.requirements.filter { $0.name == name }.map { edit in
      let manifest = edit.file.contains("/") ? edit.file : "the manifest"
      return "\(spec) can be locked if \(manifest) says \(edit.after)."
    }
    let condition = ["\(spec) can be locked if the manifest says \(requirement.after)."]
    return (sentences.isEmpty ? condition : sentences.withoutRepetitions)
      + partners.map { "\(spec) moves together with \($0), which does not fit it otherwise." }
  }

  private var spec: String { "\(name)@\(version ?? "")" }
}

extension [String] {
  /// The sentences, each once, where it is first said.
  package var withoutRepetitions: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
