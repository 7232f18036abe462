/// An amount of memory, such as `512MiB` or `2GiB`.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  /// At least one.
  package var bytes: Int

  /// Creates an amount in bytes.
  package init(_ bytes: Int) {
    self.bytes = bytes
  }

  /// Parses an integer with a unit; at most a tebibyte.
  package init?(_ text: String) {
    guard let unit = Self.units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let digits = text.dropLast(unit.name.utf8.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), (1...(1 << 40) / unit.bytes).contains(number)
    else { return nil }
    bytes = number * unit.bytes
  }

  /// The amount in the largest unit without a remainder.
  package var description: String {
    let unit = Self.units.first { bytes % $0.bytes == 0 }
    return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? "\(bytes)"
  }

  private static let units: [(name: String, bytes: Int)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
  ]
}

extension Shape where Value == ByteCount {
  /// A memory limit, at least the minimum for a process.
  static var memory: Shape {
    .parsed("an amount of memory such as 512MiB, at least 128MiB", as: .memory) { text in
      ByteCount(text).flatMap { $0.bytes >= 128 << 20 ? $0 : nil }
    }
  }
}
