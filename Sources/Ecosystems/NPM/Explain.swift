import Ecosystem
import JavaScript

extension NPMEcosystem {
  /// Lists the dependents of each copy of a package, up to the project.
  ///
  /// With a version, it adds the requirements that exclude the version and the result of an update.
  func explain(
    _ name: String, version: String?, in sources: ProjectSources
  ) async throws(Problem) -> [String] {
    let files = try ProjectFiles(sources)
    try files.requireNPM()
    let plan = Plan(aim: .install)
    let solution = try await resolve(begin(files, plan))
    let reasons = solution.lines(about: name, Explanation.lines)
    guard !reasons.isEmpty else {
      throw Problem(.usage, "is neither in package.json nor in its lock", subject: name)
    }
    guard let version else { return reasons }
    return reasons + (try await obstacles(name, version, solution, files))
  }

  /// Returns the obstacles to a version and the result of an update.
  private func obstacles(
    _ name: String, _ text: String, _ solution: Solution, _ files: ProjectFiles
  ) async throws(Problem) -> [String] {
    guard let version = Version(text) else {
      throw Problem(.usage, "is not a version", subject: "\(name)@\(text)")
    }
    var lines = solution.lines(about: name) { Explanation.objections(to: version, at: $0) }
    lines += try await objection(to: text, of: name, files)
    let target = Goal.Target(name: name, version: text)
    do throws(Problem) {
      let change = try await change(files.sources, toward: .update([target], UpdateOptions()))
      lines += Explanation.terms(of: target, change)
    } catch {
      guard error.kind == .unsolvable else { throw error }
      lines.append("\(name)@\(text) cannot be had: \(error.subject ?? name) \(error.message).")
      lines += error.explanation
    }
    return lines
  }
}

extension NPMEcosystem {
  /// Explains why the project's Node or npm doesn't run a version; empty if it does.
  private func objection(
    to version: String, of name: String, _ files: ProjectFiles
  ) async throws(Problem) -> [String] {
    guard files.engines != Engines() else { return [] }
    let packument: Packument
    do throws(LookUpFailure) {
      packument = try await Registry(client: http, settings: files.settings)
        .packument(of: files.realName(of: name), .full)
    } catch {
      throw error.problem
    }
    let words = packument[version]?.objection(on: files.engines)
    return words.map { ["\(name)@\(version) \($0)."] } ?? []
  }
}

extension Solution {
  /// Collects lines about all copies of a package.
  fileprivate func lines(about name: String, _ say: (Node) -> [String]) -> [String] {
    read { root in
      root.inventory.nodes.filter { $0.name.text == name && !$0.isRoot }.flatMap(say)
    }
  }
}

/// Explains a node's place in sentences.
enum Explanation {
  /// Returns a node's place and its dependents, up to the project.
  static func lines(for node: Node) -> [String] {
    var lines = ["\(node.spec) is at \(node.location)."]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(node)]
    var open = [node]
    while let next = open.first, lines.count < 40 {
      open.removeFirst()
      for edge in next.edgesIn.elements where edge.isValid {
        lines.append(sentence(edge))
        let from = edge.from
        if !from.isOwn, seen.insert(ObjectIdentifier(from)).inserted { open.append(from) }
      }
    }
    return lines
  }

  /// Returns the requirements that exclude a version.
  static func objections(to version: Version, at node: Node) -> [String] {
    node.edgesIn.elements.compactMap { edge in
      let admits = node.arena.request(edge.spec).admits(version)
      return admits ? nil : "\(subject(edge)) wants \(edge.spec), which excludes \(version)."
    }
  }

  /// Returns the conditions for a version: edited requirements and packages to update with it.
  static func terms(of target: Goal.Target, _ change: Change) -> [String] {
    let subject = "\(target.name)@\(target.version ?? "")"
    let edited = change.moves.filter { $0.requirement != nil }
    guard
      let own = edited.first(where: { $0.name == target.name })?.requirement
        ?? edited.first?
        .requirement
    else { return ["\(subject) can be had without a change of the manifest."] }
    let partners = edited.filter { $0.name != target.name }.map { "\($0.name)@\($0.to ?? "")" }
    return ["\(subject) can be had once the manifest says \(own.after)."]
      + partners.map { "\(subject) moves together with \($0), which does not fit it otherwise." }
  }

  private static func sentence(_ edge: Edge) -> String {
    let kind =
      switch edge.type {
      case .prod: ""
      case .dev: " for development"
      case .optional: " if it can be had"
      case .peer: " beside itself, as a peer"
      case .peerOptional: " beside itself if it is there, as an optional peer"
      case .workspace: " as a workspace"
      }
    let override = edge.spec == edge.rawSpec ? "" : " (overridden from \(edge.rawSpec))"
    return "\(subject(edge)) wants \(edge.name.text)@\(edge.spec)\(override)\(kind)."
  }

  private static func subject(_ edge: Edge) -> String {
    edge.from.isProjectRoot ? "The project" : edge.from.spec
  }
}
