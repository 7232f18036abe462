let header = row("", ["wall ms", "cpu ms", "MB", "x wall", "x cpu", "x MB"])

/// The measured quantities, with the factor to the unit of their column.
private var kinds: [(KeyPath<Figure, Double>, Double)] {
  [(\.wall, 1000), (\.cpu, 1000), (\.kilobytes, 1.0 / 1024)]
}

/// The medians of a command and their ratios to the first command's.
func line(_ name: String, _ mine: [Figure], against first: [Figure]) -> String {
  let medians = kinds.map { shown(median(mine, $0.0) * $0.1) }
  let ratios = kinds.map { ratio(mine, first, $0.0) }
  return row(name, medians + ratios)
}

/// The cost of a command in multiples of the least cost.
func multiples(_ name: String, _ mine: [Figure], of floor: [Figure]) -> String {
  let names = ["wall", "cpu", "MB"]
  let ratios = zip(names, kinds).map { label, kind in
    "\(label) \(ratio(mine, floor, kind.0))x"
  }
  return "\(name), in multiples of the floor: \(ratios.joined(separator: ", "))"
}

private func median(_ figures: [Figure], _ kind: KeyPath<Figure, Double>) -> Double {
  figures.map { $0[keyPath: kind] }.sorted()[figures.count / 2]
}

private func ratio(
  _ mine: [Figure], _ other: [Figure], _ kind: KeyPath<Figure, Double>
) -> String {
  let hundredths = Int((median(mine, kind) / max(median(other, kind), 1e-9) * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

private func shown(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

private func row(_ name: String, _ cells: [String]) -> String {
  let padded = cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
  return name + String(repeating: " ", count: max(1, 34 - name.count)) + padded.joined()
}
