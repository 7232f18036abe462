/// The packages from an importer down to a place, which share their beginning with those of other places.
final class PackagePath {
  /// A package below a path, which is compared by identity.
  struct Key: Hashable {
    let path: PackagePath
    let id: String

    static func == (left: Key, right: Key) -> Bool {
      left.path === right.path && left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(path))
      hasher.combine(id)
    }
  }

  /// The importer, or `name@version`.
  let id: String
  /// The path without the last id; nil for an importer.
  let upper: PackagePath?
  let count: Int

  init(_ id: String, below upper: PackagePath? = nil) {
    self.id = id
    self.upper = upper
    count = (upper?.count ?? 0) + 1
  }

  /// The ids from the importer down.
  var ids: [String] {
    var result: [String] = []
    var next: PackagePath? = self
    while let here = next {
      result.append(here.id)
      next = here.upper
    }
    return result.reversed()
  }

  /// Whether a package is on the path.
  func contains(_ id: String) -> Bool {
    var next: PackagePath? = self
    while let here = next {
      if here.id == id { return true }
      next = here.upper
    }
    return false
  }

  /// Whether one package is above another, and neither is the last: `parentIdsContainSequence.ts`.
  func contains(_ above: String, over below: String) -> Bool {
    var first: Int?
    var last: Int?
    var next: PackagePath? = self
    while let here = next {
      if here.id == above { first = here.count }
      if here.id == below, last == nil { last = here.count }
      next = here.upper
    }
    guard let first, let last else { return false }
    return first < last && first != count && last != count
  }
}
