import Configuration
import Forges
import Languages
package import Store

extension StepEvidence {
  /// The fewest repositories for which texts have numbers if private ones are among them.
  private static let fewest = 3

  /// Whether texts may contain the numbers.
  private var isShowable: Bool { count > 0 && (publicCount == count || count >= Self.fewest) }

  /// The results for people: `green in 14 of 15 other repositories, red in acme/shop`; nil if no
  /// result is known, or if the text would reveal something about a private one.
  package var sentence: String? { sentence(in: .english) }

  /// The same in a language.
  func sentence(in language: Language) -> String? {
    guard isShowable else { return nil }
    var parts = [
      count == 1
        ? language("green in \(green) of 1 other repository")
        : language("green in \(green) of \(count) other repositories")
    ]
    let hidden = red - publicRed.count
    if !publicRed.isEmpty {
      let more = hidden > 0 ? language(" and \(hidden) more") : ""
      parts.append(language("red in \(language.list(publicRed))\(more)"))
    } else if red > 0 {
      parts.append(language("red in \(red)"))
    }
    if reverted > 0 { parts.append(language("taken back in \(reverted)")) }
    return language.list(parts)
  }

  /// Why other repositories don't get the step, as a predicate: it failed in at least two and passed in
  /// fewer, or a person took it back; nil if nothing is against it.
  package var objection: String? {
    if reverted > 0 {
      return "was taken back by a person in another repository\(isShowable ? " (\(details))" : "")"
    }
    guard red >= 2, red > green else { return nil }
    return "failed in other repositories\(isShowable ? " (\(details))" : "")"
  }

  private var details: String { sentence ?? "" }
}

extension World {
  /// Explains why the results in other repositories don't allow an automatic merge.
  ///
  /// - Parameters:
  ///   - steps: the version steps of the pull request.
  ///   - requirement: what the configuration needs; nil: nothing.
  ///   - repository: the repository of the pull request.
  /// - Returns: a sentence; nil if they allow it.
  /// - Throws: `DatabaseError`.
  func missingEvidence(
    for steps: [PackageStep], _ requirement: EvidenceRequirement?, in repository: RepositoryID
  ) async throws -> String? {
    guard let requirement else { return nil }
    guard fleet.usesEvidence else {
      return
        "'automerge' needs results of other repositories ('evidence'), and the operator's file "
        + "doesn't collect them"
    }
    guard !steps.isEmpty else {
      return "'automerge' needs results of other repositories, and its steps aren't known yet"
    }
    let found = try await evidence(for: steps, in: repository)
    for (step, evidence) in zip(steps, found) {
      let (green, bad) = (evidence?.green ?? 0, (evidence?.red ?? 0) + (evidence?.reverted ?? 0))
      guard green < requirement.green || bad > requirement.red else { continue }
      let state = evidence?.sentence ?? "no results that can be shown"
      return
        "'automerge' needs \(step.name) \(step.to) to be green in at least \(requirement.green) "
        + "and red in at most \(requirement.red) other repositories; now: \(state)"
    }
    return nil
  }

  /// Returns the results of steps in other repositories, in the order of the steps; nil: none.
  func evidence(
    for steps: [PackageStep], in repository: RepositoryID
  ) async throws -> [StepEvidence?] {
    let origins = steps.map {
      StepOrigin(ecosystem: $0.ecosystem, name: $0.name, from: $0.from)
    }
    let found = try await store.evidence(about: origins.unique, for: repository)
    return steps.map { step in found.first { $0.step == step } }
  }
}
