import Architecture
import Testing

/// A tree can have many thousands of projects, so a scan of all paths for each takes minutes.
@Suite struct `Queries of a tree` {
  /// Forms of a scan for what `SourceTree.listing` answers in constant time.
  private static let scans = [
    "tree.paths.contains", "in tree.paths where Path.folder(of:",
    "in tree.paths where TreePath.isDirectly", "in tree.paths where path.hasPrefix",
    "tree.paths.filter", "tree.paths.first",
  ]

  @Test func `ask the listing for single paths and folders`() throws {
    let graph = try ModuleGraph(
      root: #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())
    let files = graph.programModules.flatMap(\.files).filter {
      $0.path.hasPrefix("Sources/Ecosystems/") || $0.path.hasPrefix("Sources/Interpreters/")
    }
    #expect(files.contains { $0.path.hasSuffix("/ReferenceEcosystem.swift") })
    for file in files {
      let words = file.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      let scan = Self.scans.first(where: words.contains)
      #expect(scan == nil, "\(file.path) scans all paths: \(scan ?? "")")
    }
  }
}
