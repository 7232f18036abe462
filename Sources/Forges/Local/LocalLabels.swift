extension LocalForge {
  /// Reads `labels.json`; without it there are none.
  package func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label] {
    try await work(repository) { (room) throws(ForgeError) in try room.labels().map(\.value) }
  }

  /// Appends to `labels.json`; names are told apart letter by letter.
  package func createLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<Label> {
    try await change(repository) { (room) throws(ForgeError) in
      let all = try room.labels()
      if let there = all.first(where: { $0.name == label.name }) { return .existed(there.value) }
      try room.write(all + [LocalLabel(label)], to: "labels.json")
      return .created(label)
    }
  }

  /// Takes names that `labels.json` does not know, as hosts create them on the way.
  package func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await edit(number, in: repository) { record in
      record.labels += names.filter { !record.labels.contains($0) }
    }
  }

  /// Takes it out of the record; the repository keeps it.
  package func removeLabel(
    _ name: String, from number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await edit(number, in: repository) { record in record.labels.removeAll { $0 == name } }
  }
}

extension LocalRoom {
  fileprivate func labels() throws(ForgeError) -> [LocalLabel] {
    try read("labels.json") ?? []
  }
}

/// A label as `labels.json` keeps it.
private struct LocalLabel: Codable, Sendable {
  var name: String
  var color: String
  var about: String

  init(_ label: Label) {
    name = label.name
    color = label.color
    about = label.about
  }

  var value: Label { Label(name: name, color: color, about: about) }
}
