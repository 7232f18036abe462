internal import Ecosystem
internal import JSON

/// The advisories of each package, without their contents, as stored in the cache.
struct Listing: Hashable, Sendable {
  /// A package with the advisories about it.
  struct Row: Hashable, Sendable {
    var package: AdvisedPackage
    var references: [Reference]
  }

  /// A reference to an advisory.
  struct Reference: Hashable, Sendable {
    var id: String
    /// The time of the last change, as written by the source.
    var modified: String

    /// The record's name in the cache; it changes with every change of the record.
    var cacheName: String { "advisory \(id) \(modified)" }
  }

  var rows: [Row]

  init(_ rows: [Row] = []) {
    self.rows = rows
  }

  /// All references without duplicates, sorted by id.
  var references: [Reference] {
    Array(Set(rows.flatMap(\.references))).sorted { $0.id < $1.id }
  }
}

extension Listing {
  /// The listing as JSON, one row per package: ecosystem, name, advisories.
  var bytes: [UInt8] {
    let rows = rows.map { row -> Value in
      let references = row.references.map { Value.array([.string($0.id), .string($0.modified)]) }
      return [
        .string(row.package.ecosystem.name), .string(row.package.name), .array(references),
      ]
    }
    return Value.array(rows).bytes(.compact)
  }

  /// Parses a stored listing; nil if it is invalid.
  init?(bytes: [UInt8], in ecosystems: [OSVEcosystem]) {
    guard let root = try? Document(bytes, named: "advisories").root else { return nil }
    var rows: [Row] = []
    for row in root.elements {
      guard let word = row[0]?.string, let ecosystem = ecosystems.first(where: { $0.name == word }),
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
