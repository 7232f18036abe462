extension House {
  /// Draws the house as Markdown: a Mermaid graph of its arrows and a table of its sizes.
  package func drawing() -> String {
    [graph(), table(), totals()].joined(separator: "\n\n") + "\n"
  }

  private func graph() -> String {
    let floors = Dictionary(grouping: rooms.filter { !$0.name.hasPrefix("C") || !$0.files.isEmpty })
    {
      $0.rank ?? 0
    }
    var lines = ["```mermaid", "flowchart BT"]
    for (rank, rooms) in floors.sorted(by: { $0.key < $1.key }) {
      lines.append("  subgraph rank\(rank) [rank \(rank)]")
      lines += rooms.map { "    \($0.name)" }
      lines.append("  end")
    }
    for room in rooms {
      lines += nearest(imports(of: room)).map { "  \(room.name) --> \($0)" }
    }
    return (lines + ["```"]).joined(separator: "\n")
  }

  /// Leaves out arrows that other arrows imply, so that the picture can be read.
  private func nearest(_ imports: Set<String>) -> [String] {
    let implied = imports.reduce(into: Set<String>()) { $0.formUnion(below($1)) }
    return imports.subtracting(implied).filter { name in
      rooms.contains { $0.name == name && !$0.files.isEmpty }
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
    let rows = rooms.filter { !$0.files.isEmpty }.map { room in
      let imported = imports(of: room).sorted().joined(separator: ", ")
      let lines = room.files.map(\.lines.count).reduce(0, +)
      return "| \(room.rank ?? 0) | \(room.name) | `\(room.folder)` | \(room.files.count) "
        + "| \(lines) | \(imported) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  private func totals() -> String {
    let sizes = Sizes(rooms.flatMap(\.files))
    return """
      \(sizes.files.count) files: median \(quantile(sizes.files, 0.5)) lines, 90 % at most \
      \(quantile(sizes.files, 0.9)), longest \(sizes.files.max() ?? 0). \
      \(sizes.functions.count) functions: median \(quantile(sizes.functions, 0.5)) lines, \
      90 % at most \(quantile(sizes.functions, 0.9)).
      """
  }
}

/// How long files and function bodies are, in lines.
package struct Sizes: Sendable {
  /// Of each file all lines, blank ones and comments included.
  package var files: [Int]
  /// Of each function the lines between its braces; 0 where both stand on one.
  package var functions: [Int]

  /// Measures files.
  package init(_ sources: [SourceFile]) {
    files = sources.map(\.lines.count)
    functions = sources.flatMap(\.functions).map(\.lines)
  }
}

/// The value below which a share of the others lies; 0 for nothing.
package func quantile(_ values: [Int], _ share: Double) -> Int {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}
