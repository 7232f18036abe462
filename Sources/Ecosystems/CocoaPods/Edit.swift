import Ecosystem
import Git
import Ruby
import Text

extension PodProject {
  func reading(_ tree: SourceTree) async throws(Problem) -> PodProject {
    PodProject(
      project: project, tree: tree, library: library, toolchain: toolchain,
      podfile: try await CocoaPodsEcosystem.podfile(of: project, in: tree, lock),
      podfileText: try await tree.read(project.manifest), lock: lock, lockText: lockText,
      ignoresPods: ignoresPods)
  }

  func prove(_ plan: PodPlan, since before: PodProject) throws(Problem) {
    let names = Set(
      try (plan.update?.targets ?? []).map { (target) throws(Problem) in
        try before.pod(named: target.name)
      })
    func others(_ podfile: Podfile, _ names: Set<String>) -> [String] {
      podfile.pods.filter { !names.contains($0.dependency.root) }.map(\.dependency.text)
    }
    let expected = before.podfile.pods.map { pod in
      let name = pod.dependency.name
      return plan.successors[name.podRoot].map { name.withPodRoot($0) } ?? name
    }
    guard
      others(before.podfile, names) == others(podfile, names.union(plan.successors.values)),
      expected == podfile.pods.map(\.dependency.name)
    else {
      throw Problem(
        .failed, "would change other pods when edited", subject: project.manifest)
    }
  }

  /// Rewrites the requirements and tags of all lines of a pod.
  func replacements(
    for name: String, _ version: PodVersion, _ options: UpdateOptions, _ plan: inout PodPlan
  ) async throws(Problem) -> [Replacement] {
    guard options.strategy != .lockfileOnly else { return [] }
    var result: [Replacement] = []
    var seen: Set<Range<Int>> = []
    for pod in declared where pod.dependency.root == name {
      let edit = PodEdit(version: version, strategy: options.strategy)
      if pod.dependency.external != nil {
        if let replacement = try await tagReplacement(pod, version, &plan),
          seen.insert(replacement.range).inserted
        {
          result.append(replacement)
        }
        continue
      }
      for (clause, text) in try edit.rewritten(pod) {
        guard let literal = clause.literal else {
          throw Problem(
            .refused, "has a requirement that is computed, not written as text",
            subject: name, at: pod.location)
        }
        let before = pod.clauses.map(\.text).joined(separator: ", ")
        plan.add(Move.Edit(before: before, after: text), of: name, in: literal.file)
        guard seen.insert(literal.range).inserted else { continue }
        result.append(Replacement(file: literal.file, range: literal.range, text: text))
      }
    }
    return result
  }

  private func tagReplacement(
    _ pod: Podfile.Pod, _ version: PodVersion, _ plan: inout PodPlan
  ) async throws(Problem) -> Replacement? {
    let name = pod.dependency.root
    guard let tag = pod.tag, let url = pod.dependency.external?["git"] else {
      throw Problem(
        .refused, "comes from a branch, a commit or a folder, not from a version", subject: name,
        at: pod.location)
    }
    let prefix = PodTag(tag.text)?.prefix ?? ""
    let new = prefix + version.text
    guard try await library.git.podReferences(url).contains(where: { $0.tag == new }) else {
      throw Problem(.usage, "has no tag `\(new)`", subject: name, at: pod.location)
    }
    guard new != tag.text else { return nil }
    guard let literal = tag.literal else {
      throw Problem(
        .refused, "has a tag that is computed, not written as text", subject: name,
        at: pod.location)
    }
    plan.add(Move.Edit(before: tag.text, after: new), of: name, in: literal.file)
    // The version of the podspec at the tag can differ from it.
    plan.targets[name] = nil
    return Replacement(file: literal.file, range: literal.range, text: new)
  }
}

/// Rewrites a requirement so that it asks for a version, in the style in which it is written.
///
///     ~> 5.1   ~> 6.0        the number of parts stays
///     = 1.0    = 1.2.3
///     1.0      1.2.3
struct PodEdit {
  let version: PodVersion
  let strategy: VersioningStrategy

  /// Returns the clause that changes with its new text; nothing if the line stays as it is.
  ///
  /// - Throws: `unsolvable` if the line excludes the version, and no edit in its style accepts it.
  func rewritten(_ pod: Podfile.Pod) throws(Problem) -> [(clause: RubyString, text: String)] {
    let requirement = pod.dependency.requirement
    let isOpen = requirement.accepts(version)
    if requirement.isAny || (isOpen && strategy == .increaseIfNecessary) { return [] }
    guard pod.clauses.count == 1, let text = rewritten(pod.clauses[0].text),
      PodRequirement([text])?.accepts(version) == true
    else {
      if isOpen { return [] }
      throw Problem(
        .unsolvable, "excludes \(version), and no edit in its style accepts it",
        subject: pod.dependency.text, at: pod.location)
    }
    return text == pod.clauses[0].text ? [] : [(pod.clauses[0], text)]
  }

  /// Returns a clause that asks for the version; nil if its operator has no such form.
  func rewritten(_ clause: String) -> String? {
    let digits = clause.firstIndex { ("0"..."9").contains($0) } ?? clause.endIndex
    let operation = clause[..<digits].filter { $0 != " " }
    let old = clause[digits...]
    guard ["~>", "=", ">=", ""].contains(operation) else { return nil }
    guard operation == "~>", !old.contains("-"), !version.text.contains(where: \.isLetter) else {
      return clause[..<digits] + version.text
    }
    let count = old.split(separator: ".").count
    let parts =
      version.text.split(separator: ".").map(String.init) + Array(repeating: "0", count: 4)
    return clause[..<digits] + parts.prefix(count).joined(separator: ".")
  }
}
