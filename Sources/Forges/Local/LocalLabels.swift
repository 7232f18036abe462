extension LocalForge {
  /// Reads `labels.json`; empty without the file.
  package func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label] {
    try await work(repository) { (room) throws(ForgeError) in try room.labels().map(\.value) }
  }

  /// Appends to `labels.json`; names are case-sensitive.
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

  /// Accepts unknown names, as hosts do that create labels when they are added.
  package func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await edit(number, in: repository) { record in
      record.labels += names.filter { !record.labels.contains($0) }
    }
  }

  /// Removes it from the record, not from `labels.json`.
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

/// A label in `labels.json`.
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
