import Ecosystem
import Git
import Ruby
import Text

extension PodProject {
  /// Edits the requirements of a goal's pods, and evaluates the result.
  ///
  /// - Returns: the project with the edited Podfile.
  func edit(
    toward targets: [Goal.Target], _ options: UpdateOptions, _ plan: inout PodPlan
  ) async throws(Problem) -> PodProject {
    var names: Set<String> = []
    var replacements: [Replacement] = []
    for target in targets {
      let name = try pod(named: target.name)
      guard let text = target.version, !isHead(text, of: name) else {
        names.insert(name)
        continue
      }
      guard let version = PodVersion(text), !version.text.isEmpty else {
        throw Problem(.usage, "is not a version of a pod", subject: "\(name)@\(text)")
      }
      plan.targets[name] = version
      let found = try await self.replacements(for: name, version, options, &plan)
      replacements += found
      if found.isEmpty { names.insert(name) }
    }
    if options.withDependencies { names.formUnion(names.flatMap(needs)) }
    plan.level = options.strict ? options.level : nil
    if !names.isEmpty { plan.mode = .update(names) }
    return replacements.isEmpty ? self : try await applying(replacements, targets)
  }

  /// Whether a goal's version is the commit that a pod of a branch is updated to in any case.
  private func isHead(_ version: String, of name: String) -> Bool {
    guard version.utf8.count == 40, version.allSatisfy(\.isHexDigit) else { return false }
    return declared.contains {
      $0.dependency.root == name && $0.dependency.external?.followsBranch == true
    }
  }

  /// Finds a pod by its name, without subspecs.
  func pod(named name: String) throws(Problem) -> String {
    let root = name.podRoot
    let known = Set(declared.map(\.dependency.root)).union(lock?.roots ?? [])
    if known.contains(root) { return root }
    if let other = known.first(where: { $0.lowercased() == root.lowercased() }) { return other }
    throw Problem(.usage, "is not a pod of \(project.manifest)", subject: name)
  }

  /// The locked pods that a pod needs, directly and indirectly.
  func needs(_ root: String) -> Set<String> {
    var found: Set<String> = []
    var open = [root]
    while let next = open.popLast() {
      for pod in lock?.pods ?? [] where pod.name.podRoot == next {
        for needed in pod.dependencies.compactMap({ PodDependency(lockText: $0)?.root })
        where needed != root && found.insert(needed).inserted { open.append(needed) }
      }
    }
    return found
  }

  /// Rewrites the requirements and tags of all lines of a pod.
  private func replacements(
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

  /// Applies edits, evaluates the Podfile again and checks that only the named pods changed.
  private func applying(
    _ replacements: [Replacement], _ targets: [Goal.Target]
  ) async throws(Problem) -> PodProject {
    guard replacements.allSatisfy({ $0.file == project.manifest }) else {
      throw Problem(
        .refused, "has its requirement in another file", subject: replacements.first?.file)
    }
    let after = try podfileText.edited(by: replacements)
    let tree = tree.overlaying([project.manifest: after])
    let podfile = try await CocoaPodsEcosystem.podfile(of: project, in: tree, lock)
    let names = Set(try targets.map { (target) throws(Problem) in try pod(named: target.name) })
    func others(_ podfile: Podfile) -> [String] {
      podfile.pods.filter { !names.contains($0.dependency.root) }.map(\.dependency.text)
    }
    guard others(self.podfile) == others(podfile), self.podfile.pods.count == podfile.pods.count
    else {
      throw Problem(
        .failed, "would change other pods when edited", subject: project.manifest)
    }
    return PodProject(
      project: project, tree: tree, library: library, toolchain: toolchain, podfile: podfile,
      podfileText: after, lock: lock, lockText: lockText, ignoresPods: ignoresPods)
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

  private func rewritten(_ clause: String) -> String? {
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
