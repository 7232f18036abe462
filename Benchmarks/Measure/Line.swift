let header = row("", ["wall ms", "cpu ms", "MB", "x wall", "x cpu", "x MB"])

/// The medians of a command and their ratios to the first command's.
func line(_ name: String, _ mine: [Figure], against first: [Figure]) -> String {
  let kinds: [(KeyPath<Figure, Double>, Double)] = [
    (\.wall, 1000), (\.cpu, 1000), (\.kilobytes, 1.0 / 1024),
  ]
  let medians = kinds.map { shown(median(mine, $0.0) * $0.1) }
  let ratios = kinds.map { shown(median(mine, $0.0) / max(median(first, $0.0), 1e-9)) }
  return row(name, medians + ratios)
}

private func median(_ figures: [Figure], _ kind: KeyPath<Figure, Double>) -> Double {
  figures.map { $0[keyPath: kind] }.sorted()[figures.count / 2]
}

private func shown(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

private func row(_ name: String, _ cells: [String]) -> String {
  let padded = cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
  return name + String(repeating: " ", count: max(1, 34 - name.count)) + padded.joined()
}
