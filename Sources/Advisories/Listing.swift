internal import JSON

/// Which advisories there are on packages: what is kept of the source's lists.
struct Listing: Hashable, Sendable {
  /// A package with its advisories.
  struct Row: Hashable, Sendable {
    var package: AdvisedPackage
    var references: [Reference]
  }

  /// An advisory as lists name it.
  struct Reference: Hashable, Sendable {
    var id: String
    /// The time of its last change, as the source writes it.
    var modified: String

    /// Under which its record is kept: another record has another name.
    var cacheName: String { "advisory \(id) \(modified)" }
  }

  var rows: [Row]

  init(_ rows: [Row] = []) {
    self.rows = rows
  }

  /// Every advisory once.
  var references: [Reference] {
    Array(Set(rows.flatMap(\.references))).sorted { $0.id < $1.id }
  }
}

extension Listing {
  /// A line a package: its ecosystem, its name and its advisories, as JSON.
  var bytes: [UInt8] {
    let rows = rows.map { row -> Value in
      let references = row.references.map { Value.array([.string($0.id), .string($0.modified)]) }
      return [
        .string(row.package.ecosystem.rawValue), .string(row.package.name), .array(references),
      ]
    }
    return Value.array(rows).bytes(.compact)
  }

  /// Reads what was kept; nil where it is something else.
  init?(bytes: [UInt8]) {
    guard let root = try? Document(bytes, named: "advisories").root else { return nil }
    var rows: [Row] = []
    for row in root.elements {
      guard let ecosystem = row[0]?.string.flatMap(AdvisedPackage.Ecosystem.init(rawValue:)),
        let name = row[1]?.string
      else { return nil }
      var references: [Reference] = []
      for pair in row[2].map({ Array($0.elements) }) ?? [] {
        guard let id = pair[0]?.string, let modified = pair[1]?.string else { return nil }
        references.append(Reference(id: id, modified: modified))
      }
      rows.append(Row(package: AdvisedPackage(ecosystem, name), references: references))
    }
    self.rows = rows
  }
}
