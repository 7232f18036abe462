/// A package's name as a folder of `node_modules`, interned: equal names are one object.
///
/// Folders compare without case on many file systems, so maps of nodes and edges use `key`, which
/// names that differ only in case share.
final class Name {
  let text: String
  let key: Int

  init(_ text: String, key: Int) {
    self.text = text
    self.key = key
  }
}

/// Hands out one `Name` per text.
struct NameTable {
  private var names: [String: Name] = [:]
  private var keys: [String: Int] = [:]

  mutating func name(_ text: String) -> Name {
    if let known = names[text] { return known }
    let folded = text.lowercased()
    let key = keys[folded] ?? keys.count
    keys[folded] = key
    let name = Name(text, key: key)
    names[text] = name
    return name
  }
}
