import Ecosystem

/// The uses of one action in all files of a project.
///
/// A dependency is a repository. If its tags are named after several actions, as `setup/v1` and
/// `build/v3`, each of them is a dependency of its own: `acme/actions/setup`.
struct ActionGroup: Sendable {
  /// A use with the index of its file.
  struct Member: Sendable {
    var file: Int
    var use: ActionUse
  }

  /// The name of the dependency: `actions/checkout`.
  var name: String
  /// The host that the uses state; nil if they don't.
  var host: String?
  /// The owner and the name of the repository.
  var repository: String
  /// The uses, by file and position.
  var members: [Member]

  /// Groups the uses of files by action, sorted by name; hosts ignore case.
  static func groups(of files: [WorkflowFile]) -> [ActionGroup] {
    var groups: [String: ActionGroup] = [:]
    for (index, file) in files.enumerated() {
      for use in file.uses {
        let member = Member(file: index, use: use)
        groups[
          use.name.lowercased(),
          default: ActionGroup(
            name: use.name, host: use.host, repository: use.repository, members: [])
        ].members.append(member)
      }
    }
    return groups.values.sorted {
      ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name)
    }
  }
}

extension ActionUse {
  /// The version that the text states, in the reference or, for a commit, in the comment.
  var stated: ActionTag? {
    isPinned ? comment.flatMap { ActionTag($0.text) } : ActionTag(reference)
  }

  /// The name of the dependency.
  var name: String {
    let place = host.map { $0.drop { $0 != "/" }.dropFirst(2) + "/" + repository } ?? repository
    guard let prefix = stated?.prefix, !["", "v", "V"].contains(prefix) else { return place }
    let words = prefix.last == "v" ? prefix.dropLast() : prefix[...]
    let own = words.split { $0 == "-" || $0 == "_" || $0 == "/" }.joined(separator: "-")
    // A prefix that isn't the name of an action, as in `release/v1`, names a line of the
    // repository.
    return path.isEmpty || own.isEmpty ? place : "\(place)/\(path)"
  }
}
