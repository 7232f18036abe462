import Ecosystem
import JavaScript

extension NPMEcosystem {
  /// Lists the dependents of each copy of a package, up to the project.
  ///
  /// With a version, the requirements that exclude it say so, and the result of an update follows.
  func explain(
    _ name: String, version text: String?, in sources: ProjectSources
  ) async throws(Problem) -> [String] {
    let files = try ProjectFiles(sources)
    try files.requireNPM()
    let plan = Plan(aim: .install)
    let solution = try await resolve(begin(files, plan))
    let registry = Registry(client: http, settings: files.settings)
    return try await Why(name, version: text, registry: registry).answer(
      about: files.realName(of: name)
    ) { exclusion in
      solution.lines(about: name) { Explanation.lines(for: $0, exclusion) }
    } remarks: { () async throws(Problem) in
      guard let text else { return [] }
      return try await objection(to: text, of: name, files)
    } attempt: { (goal) async throws(Problem) in
      try await change(sources, toward: goal)
    }
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
    let objection = packument[version]?.objection(on: files.engines)
    return objection.map { ["\(name)@\(version) \($0)."] } ?? []
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
  ///
  /// The requirements that exclude a version of the node say so.
  static func lines(for node: Node, _ exclusion: Exclusion) -> [String] {
    var lines = ["\(node.spec) is at \(node.location)."]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(node)]
    var open = [node]
    while let next = open.first, lines.count < 40 {
      open.removeFirst()
      for edge in next.edgesIn.elements {
        let request = edge.from.arena.request(edge.spec)
        let excluded = next === node ? exclusion.reason(for: request) : nil
        guard edge.isValid || excluded != nil else { continue }
        lines.append("\(sentence(edge))\(excluded ?? "").")
        let from = edge.from
        guard edge.isValid, !from.isOwn, seen.insert(ObjectIdentifier(from)).inserted else {
          continue
        }
        open.append(from)
      }
    }
    return lines
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
    return "\(subject(edge)) wants \(edge.name.text)@\(edge.spec)\(override)\(kind)"
  }

  private static func subject(_ edge: Edge) -> String {
    edge.from.isProjectRoot ? "The project" : edge.from.spec
  }
}
