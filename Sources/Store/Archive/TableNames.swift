import Database

/// The tables that steps of a schema leave, each behind those that it refers to.
///
/// A table can only refer to one that is there: the order of their making will do.
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
