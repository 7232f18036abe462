import Crypto
import Database
import JSON

/// A line of an export, in JSON for use by other programs.
///
///     {"martlet":"state","version":1}
///     {"table":"first_seen","row":{"source":"…","version":"1.2.0","at":1767225600}}
///     {"rows":1}
///
/// Bytes are `{"base64":"…"}`, floating-point numbers `{"real":"0.1"}`, and integers beyond 2^53,
/// which many JSON parsers round, `{"integer":"9223372036854775807"}`.
enum ArchiveLine: Hashable {
  /// The first line, with the version of the schema; 0 for a martlet before 1.0.
  case head(version: Int)
  case row(table: String, Row)
  /// The last line, with the number of rows, which shows that the export is complete.
  case tail(rows: Int)

  /// The line without its newline.
  var text: String {
    switch self {
    case .head(let version): (["martlet": "state", "version": .int(version)] as JSON.Value).line
    case .tail(let rows): (["rows": .int(rows)] as JSON.Value).line
    case .row(let table, let row):
      (["table": .string(table), "row": row.json] as JSON.Value).line
    }
  }

  /// Parses a line; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let value = try? Document(bytes, named: "line").root.value else { return nil }
    if let table = value["table"]?.string, let cells = value["row"]?.object {
      guard let row = Row(cells) else { return nil }
      self = .row(table: table, row)
    } else if value["martlet"]?.string == "state" {
      let version = value["schema"] == nil ? value["version"]?.int : 0
      guard let version else { return nil }
      self = .head(version: version)
    } else if let rows = value["rows"]?.int {
      self = .tail(rows: rows)
    } else {
      return nil
    }
  }
}

extension Row {
  /// The values by column name.
  var json: JSON.Value {
    .object(Object(zip(columns, values.map(\.json))))
  }

  fileprivate init?(_ cells: Object) {
    var values: [Database.Value] = []
    for cell in cells.members {
      guard let value = Database.Value(cell.value) else { return nil }
      values.append(value)
    }
    self.init(columns: cells.keys, values: values)
  }
}

extension Database.Value {
  fileprivate var json: JSON.Value {
    switch self {
    case .null: .null
    case .integer(let number) where number.magnitude > 1 << 53:
      ["integer": .string(String(number))]
    case .integer(let number): .number(String(number))
    case .real(let number): ["real": .string(String(number))]
    case .text(let text): .string(text)
    case .blob(let bytes): ["base64": .string(Base64.encode(bytes))]
    }
  }

  fileprivate init?(_ json: JSON.Value) {
    switch json {
    case .null: self = .null
    case .string(let text): self = .text(text)
    case .number(let digits):
      guard let number = Int64(digits) else { return nil }
      self = .integer(number)
    default:
      if let bytes = json["base64"]?.string.flatMap({ Base64.decode($0) }) {
        self = .blob(bytes)
      } else if let number = json["real"]?.string.flatMap(Double.init) {
        self = .real(number)
      } else if let number = json["integer"]?.string.flatMap({ Int64($0) }) {
        self = .integer(number)
      } else {
        return nil
      }
    }
  }
}

extension JSON.Value {
  fileprivate var line: String { text(.compact) }
}
