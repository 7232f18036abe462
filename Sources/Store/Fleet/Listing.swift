import Database

/// A page of a longer list.
package struct Listing<Row: Sendable>: Sendable {
  /// The rows in order.
  package var rows: [Row]
  /// The number of rows in the whole list; also 0 if the page begins after the last row.
  package var total: Int

  /// Creates a page.
  package init(_ rows: [Row], total: Int) {
    self.rows = rows
    self.total = total
  }
}

/// The limits of a page.
package struct Window: Hashable, Codable, Sendable {
  /// The maximum number of rows.
  package var limit: Int
  /// The number of rows to skip.
  package var offset: Int

  /// Creates limits.
  package init(limit: Int, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }
}

/// Converts a search text to a lowercase pattern for `LIKE … ESCAPE '\'`.
func pattern(containing text: String) -> String {
  let escaped = text.lowercased().replacing("\\", with: "\\\\").replacing("%", with: "\\%")
  return "%" + escaped.replacing("_", with: "\\_") + "%"
}

/// Converts an owner to a lowercase pattern for its repositories; an empty one matches all.
func pattern(ofOwner owner: String) -> String {
  owner.isEmpty ? "%" : String(pattern(containing: owner).dropFirst().dropLast()) + "/%"
}

/// Converts an owner of files to a lowercase pattern for lists in JSON; an empty one matches all.
///
/// Names of people and teams have no character that JSON escapes.
func pattern(ofTeam team: String) -> String {
  guard !team.isEmpty else { return "%" }
  let name = team.contains("@") ? team : "@" + team
  let middle = pattern(containing: name).dropFirst().dropLast()
  return "%\"\(middle)\"%"
}

extension Listing: Equatable where Row: Equatable {}

extension Listing: Codable where Row: Codable {}

extension Listing where Row: Decodable {
  /// Converts the rows of a page with a column `total`.
  init(_ rows: [Database.Row]) throws {
    self.init(
      try rows.map { try $0.decode() }, total: try rows.first.map { try $0["total"] } ?? 0)
  }
}
