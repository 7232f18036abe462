import Ecosystem
import Ruby
import Text

/// Replaces a deprecated pod by the one that its podspec names in `deprecated_in_favor_of`.
extension PodProject {
  func successor(
    of dependency: Dependency, named name: String, among releases: [Release]
  ) async throws(Problem) -> SuccessorAnswer {
    if let reason = try obstacle(toReplacing: dependency.name, by: name) {
      return .offered(reason: reason)
    }
    if let reason = try await objection(of: dependency, to: name, releases) {
      return .offered(reason: reason)
    }
    guard let line = declared.first(where: { $0.dependency.root == dependency.name }) else {
      return .offered(reason: "no line names it")
    }
    let (found, source) = try await self.releases(of: name, insteadOf: line.dependency)
    let successor = Dependency(name: name, kind: .direct, source: source)
    return .replaceable(Successor(dependency: successor, releases: found))
  }

  /// Edits the lines of a pod so that they name its successor, with the same subspecs and a requirement
  /// in the same style.
  ///
  ///     pod 'Former/Core', '~> 1.2'   pod 'Kit/Core', '~> 3.0'
  ///
  /// The lock becomes that of `pod install` after the edit.
  ///
  /// - Throws: a refusal if the lines can't be edited.
  func replace(
    _ root: String, by successor: String, at text: String?, _ options: UpdateOptions,
    _ plan: inout PodPlan
  ) async throws(Problem) {
    guard let version = text.flatMap({ PodVersion($0) }), !version.text.isEmpty else {
      throw Problem(
        .usage, "is not a version of a pod", subject: "\(successor)@\(text ?? "")")
    }
    let source = declared.first { $0.dependency.root == root }?.dependency
    let found = try await releases(of: successor, insteadOf: source ?? PodDependency(root)).source
    let missing = try await missingSubspec(
      of: Dependency(name: successor, kind: .direct, source: found), at: version.text,
      insteadOf: root)
    let reason =
      options.strategy == .lockfileOnly
      ? "'lockfile-only' edits no requirement"
      : try obstacle(toReplacing: root, by: successor)
        ?? missing.map { "\(successor) \(version) has no subspec \($0)" }
    if let reason {
      throw Problem(
        .refused, "can't be replaced by \(successor): \(reason)", subject: root)
    }
    let lines = declared.filter { $0.dependency.root == root }
    if let line = lines.first(where: { !$0.clauses.isEmpty && $0.requirement(version) == nil }) {
      throw Problem(
        .refused, "has no requirement in its style for \(successor) \(version)",
        subject: line.dependency.text, at: line.location)
    }
    plan.targets[successor] = version
    plan.successors[root] = successor
    for pod in lines {
      plan.replacements += pod.renamed(successor, version)
      plan.add(pod.edit(successor, version), of: successor, in: pod.location.file)
    }
  }

  /// Returns a subspec in the lines of a pod that a version of its successor doesn't have; nil if it
  /// has all.
  ///
  /// A goal can name a version that the look-up has held back.
  private func missingSubspec(
    of successor: Dependency, at version: String, insteadOf root: String
  ) async throws(Problem) -> String? {
    let names = names(of: root, as: successor.name).filter { $0 != successor.name }
    guard !names.isEmpty, let podspec = try await library.podspec(of: successor, at: version)
    else { return names.first?.podSubspec }
    return podspec.missing(of: names)?.podSubspec
  }

  /// Why the lines of a pod can't name another one; nil if they can.
  private func obstacle(
    toReplacing root: String, by successor: String
  ) throws(Problem) -> String? {
    let lines = declared.filter { $0.dependency.root == root }
    guard successor == successor.podRoot else { return "\(successor) is a subspec" }
    guard successor != root, !successor.isEmpty, !successor.contains(where: \.isQuoteOrSpace) else {
      return "its registry names no other pod"
    }
    if lines.isEmpty { return "no `pod` line of \(project.manifest) names it" }
    if declared.contains(where: { $0.dependency.root == successor }) {
      return "\(project.manifest) has \(successor) already"
    }
    if Set(lines.map(\.dependency.repository)).count > 1 { return "its lines have several sources" }
    if let reason = lines.lazy.compactMap({ $0.obstacleToReplacing(in: project.manifest) }).first {
      return reason
    }
    if let user = (lock?.pods ?? []).first(where: {
      $0.name.podRoot != root && $0.neededRoots.contains(root)
    }) {
      return "\(user.name.podRoot) needs it, too"
    }
    let own = declared.map(\.dependency)
    if try podfile.dependencies.contains(where: { $0.root == root && !own.contains($0) }) {
      return "a podspec of the repository needs it, too"
    }
    return namesElsewhere(root, lines)
  }

  /// Why another part of the Podfile would still name a replaced pod, such as a hook; nil if none does.
  private func namesElsewhere(_ root: String, _ lines: [Podfile.Pod]) -> String? {
    let text = podfileText.string
    let quoted = ["'", "\""].flatMap { mark in [mark + root + mark, mark + root + "/"] }
    let count = quoted.reduce(0) { $0 + text.ranges(of: $1).count }
    let own = Set(lines.compactMap { $0.name?.literal })
    return count > own.count
      ? "\(project.manifest) names it outside of its `pod` lines, too" : nil
  }

  /// Why it isn't certain that a pod is the successor; nil if the newest version names it as well.
  private func objection(
    of dependency: Dependency, to successor: String, _ releases: [Release]
  ) async throws(Problem) -> String? {
    guard let newest = releases.last(where: { !$0.isPrerelease })?.version,
      newest != dependency.current
    else { return nil }
    let podspec = try await library.podspec(of: dependency, at: newest)
    return podspec?.text("deprecated_in_favor_of") == successor
      ? nil : "its newest version \(newest) doesn't name this successor"
  }
}

extension Podfile.Pod {
  /// Why the line can't name another pod; nil if it can.
  fileprivate func obstacleToReplacing(in manifest: String) -> String? {
    guard location.file == manifest else { return "its line is in another file: \(location.file)" }
    if dependency.external != nil { return "\(location) takes it from a source of its own" }
    guard let name, name.literal?.file == manifest, name.text.podRoot == dependency.root else {
      return "\(location) computes its name"
    }
    if clauses.contains(where: { $0.literal?.file != manifest }) {
      return "\(location) computes its requirement"
    }
    if clauses.count > 1 || !dependency.requirement.isAny && clauses.isEmpty {
      return "\(location) has several requirements"
    }
    let operation = dependency.requirement.clauses.first?.operation ?? ""
    return clauses.isEmpty || ["~>", "=", ">="].contains(operation)
      ? nil : "\(location) has a requirement that says nothing about another pod"
  }

  /// The edits that make the line name a version of another pod.
  fileprivate func renamed(_ successor: String, _ version: PodVersion) -> [Replacement] {
    let texts = [name?.text.withPodRoot(successor), requirement(version)]
    return zip([name, clauses.first], texts).compactMap { old, new in
      guard let old, let new, let literal = old.literal, old.text != new else { return nil }
      return Replacement(file: literal.file, range: literal.range, text: new)
    }
  }

  /// The requirement on a version in the style of the line; nil if that has no such form.
  fileprivate func requirement(_ version: PodVersion) -> String? {
    let edit = PodEdit(version: version, strategy: .increase)
    let text = clauses.first.flatMap { edit.rewritten($0.text) }
    return text.flatMap { PodRequirement([$0])?.accepts(version) == true ? $0 : nil }
  }

  /// The line before and after, in the form of locks.
  fileprivate func edit(_ successor: String, _ version: PodVersion) -> Move.Edit {
    var after = dependency
    after.name = dependency.name.withPodRoot(successor)
    if let text = requirement(version), let requirement = PodRequirement([text]) {
      after.declared = requirement
    }
    return Move.Edit(before: dependency.text, after: after.text)
  }
}

extension String {
  /// The name of a pod or a subspec with another pod: `A/Core` becomes `B/Core`.
  func withPodRoot(_ root: String) -> String { root + dropFirst(podRoot.count) }

  /// The part after the pod: `Core` of `A/Core`.
  fileprivate var podSubspec: String { String(dropFirst(podRoot.count + 1)) }
}

extension Character {
  /// Whether it can't be part of a pod's name in a Podfile.
  fileprivate var isQuoteOrSpace: Bool {
    isWhitespace || self == "'" || self == "\"" || self == "\\" || self == "#"
  }
}
