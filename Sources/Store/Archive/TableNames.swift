import Database

/// Returns the tables that migrations create, in the order of their creation.
///
/// A table can only refer to an older one, so the order suits an import.
func tableNames(after steps: [Migration]) -> [String] {
  var names: [String] = []
  for statement in steps.flatMap({ $0.sql.split(separator: ";") }) {
    let words = statement.split { $0.isWhitespace || $0 == "(" }.map(String.init)
    switch words.prefix(2) {
    case ["CREATE", "TABLE"]:
      names += words.dropFirst(2).prefix(1)
    case ["DROP", "TABLE"]:
      names.removeAll { $0 == words.last }
    case ["ALTER", "TABLE"] where words.dropFirst(3).prefix(2) == ["RENAME", "TO"]:
      names = names.map { $0 == words[2] ? words[5] : $0 }
    default: break
    }
  }
  return names
}
