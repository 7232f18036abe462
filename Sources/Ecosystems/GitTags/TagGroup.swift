import Ecosystem

/// The uses of one dependency in all files of a project.
struct TagGroup: Sendable {
  /// A use with the index of its file.
  struct Member: Sendable {
    var file: Int
    var use: TagUse
  }

  /// The name of the dependency: `actions/checkout`.
  var name: String
  /// The repository.
  var repository: TagUse.Repository
  /// The uses, by file and position.
  var members: [Member]

  /// Groups the uses of files by name; hosts ignore case.
  static func groups(of files: [TagFile]) -> [TagGroup] {
    var groups: [String: TagGroup] = [:]
    for (index, file) in files.enumerated() {
      for use in file.uses {
        groups[
          use.name.lowercased(),
          default: TagGroup(name: use.name, repository: use.repository, members: [])
        ].members.append(Member(file: index, use: use))
      }
    }
    return groups.values.sorted {
      ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name)
    }
  }
}
