extension ModuleGraph {
  /// Lists the sizes of the modules as Markdown: a table, and a line about all files.
  package func sizes() -> String { [table(), totals()].joined(separator: "\n\n") + "\n" }

  /// Draws the imports as a Mermaid graph.
  package func drawing() -> String {
    let modulesByRank = Dictionary(
      grouping: programModules.filter { !$0.name.hasPrefix("C") || !$0.files.isEmpty }
    ) {
      $0.rank ?? 0
    }
    var lines = ["```mermaid", "flowchart BT"]
    for (rank, members) in modulesByRank.sorted(by: { $0.key < $1.key }) {
      lines.append("  subgraph rank\(rank) [rank \(rank)]")
      lines += members.map { "    \($0.name)" }
      lines.append("  end")
    }
    for module in programModules {
      lines += nearest(imports(of: module)).map { "  \(module.name) --> \($0)" }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }

  /// Removes imports that are implied by others, to keep the graph readable.
  private func nearest(_ imports: Set<String>) -> [String] {
    let implied = imports.reduce(into: Set<String>()) { $0.formUnion(below($1)) }
    return imports.subtracting(implied).filter { name in
      programModules.contains { $0.name == name && !$0.files.isEmpty }
    }.sorted()
  }

  private func below(_ name: String) -> Set<String> {
    guard let module = modules.first(where: { $0.name == name }) else { return [] }
    return imports(of: module).reduce(into: Set()) {
      $0.insert($1)
      $0.formUnion(below($1))
    }
  }

  private func table() -> String {
    let head = [
      "| rank | module | folder | files | lines | imports |", "|---|---|---|---|---|---|",
    ]
    let rows = programModules.filter { !$0.files.isEmpty }.map { module in
      let imported = imports(of: module).sorted().joined(separator: ", ")
      let lines = module.files.map(\.lines.count).reduce(0, +)
      return "| \(module.rank ?? 0) | \(module.name) | `\(module.folder)` | \(module.files.count) "
        + "| \(lines) | \(imported) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  private func totals() -> String {
    let sizes = Sizes(programModules.flatMap(\.files))
    return """
      \(sizes.files.count) files: median \(quantile(sizes.files, 0.5)) lines, 90 % at most \
      \(quantile(sizes.files, 0.9)), longest \(sizes.files.max() ?? 0). \
      \(sizes.functions.count) functions: median \(quantile(sizes.functions, 0.5)) lines, \
      90 % at most \(quantile(sizes.functions, 0.9)).
      """
  }
}

/// The sizes of files and function bodies, in lines.
package struct Sizes: Sendable {
  /// The lines of each file, including blank lines and comments.
  package var files: [Int]
  /// The lines between the braces of each function; 0 if both are on one line.
  package var functions: [Int]

  /// Measures files.
  package init(_ sources: [SourceFile]) {
    files = sources.map(\.lines.count)
    functions = sources.flatMap(\.functions).map(\.lines)
  }
}

/// Returns the value below which a share of the values lies; 0 for an empty array.
package func quantile(_ values: [Int], _ share: Double) -> Int {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}
