package import Ecosystem
package import JavaScript

extension NPMSources {
  /// Lists the dependents of each copy of a package in the tree of the lock, up to the project.
  package func explanation(
    of name: String, _ exclusion: ExcludedVersion, for ecosystem: NPMEcosystem
  ) async throws(Problem) -> [String] {
    try requireNPM()
    let solution = try await begin(UpdatePlan(aim: .install), ecosystem).solution()
    return solution.lines(about: name) { Explanation.lines(for: $0, exclusion) }
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
  static func lines(for node: Node, _ exclusion: ExcludedVersion) -> [String] {
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
