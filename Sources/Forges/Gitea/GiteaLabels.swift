import HTTP
import JSON

extension GiteaForge {
  /// `GET labels` of the repository, and those of its organization.
  package func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label] {
    try await readLabels(of: repository).map(\.value)
  }

  /// Reads the labels and remembers their ids; the repository's own come first.
  private func readLabels(
    of repository: RepositoryName
  ) async throws(ForgeError) -> [GiteaLabel] {
    let own = try await host.pages(get(repository, "labels")) { (page: [GiteaLabel]) in page }
    let all = try await own.sorted { $0.id < $1.id } + organizationLabels(of: repository.owner)
    memory.remember(all, of: repository)
    return all
  }

  /// `GET orgs/OWNER/labels`; empty for a person, who has none.
  private func organizationLabels(
    of owner: String
  ) async throws(ForgeError) -> [GiteaLabel] {
    do throws(ForgeError) {
      return try await host.pages(.get(["orgs", owner, "labels"], scope: .account)) {
        (page: [GiteaLabel]) in page
      }
    } catch {
      // Without the scope for organizations their labels can't be used, the repository's can.
      guard [.notFound, .forbidden, .unsupported].contains(error.code) else { throw error }
      return []
    }
  }

  /// Reads the labels, then `POST labels` if there is none with this name.
  ///
  /// Gitea creates a second label with the same name without complaint, so they are read first, and
  /// again after a lost response.
  package func createLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<Label> {
    let found = try await existingLabel(label, in: repository)
    return found.isNew ? .created(found.label.value) : .existed(found.label.value)
  }

  private func existingLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> (label: GiteaLabel, isNew: Bool) {
    if let there = try await findLabel(named: label.name, in: repository) { return (there, false) }
    let call = change(
      .post, repository, "labels",
      body: [
        "name": .string(label.name), "color": .string("#\(label.color)"),
        "description": .string(label.about),
      ])
    let made: GiteaLabel = try await host.write(call) { () async throws(ForgeError) in
      try await readLabels(of: repository).first { $0.name == label.name }
    }
    memory.remember(made, of: repository)
    return (made, true)
  }

  /// `POST issues/N/labels` with ids, which keeps present labels; a missing label is created.
  ///
  /// The server ignores unknown ids, so the answer is compared with the request.
  package func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    guard !names.isEmpty else { return }
    for attempt in 1...2 {
      let ids = try await ids(of: names, in: repository)
      let present: [GiteaLabel] = try await host.write(
        change(
          .post, repository, "issues", "\(number)", "labels",
          body: ["labels": .array(ids.map(JSONValue.int))]))
      if Set(ids).isSubset(of: present.map(\.id)) { return }
      // A label that was known has been deleted.
      if attempt == 1 { memory.remember(nil, of: repository) }
    }
    throw ForgeError(
      .notFound, subject: "labels of \(repository)", detail: names.joined(separator: ", "))
  }

  /// `DELETE issues/N/labels/ID`; a label that the repository or the pull request lacks counts as
  /// removed.
  ///
  /// If the server fails, the labels are read, and the remaining ones are set instead.
  package func removeLabel(
    _ name: String, from number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    guard let label = try await findLabel(named: name, in: repository) else { return }
    let call = change(.delete, repository, "issues", "\(number)", "labels", "\(label.id)")
    do throws(ForgeError) {
      let _: Ignored = try await host.write(call) { () async throws(ForgeError) in
        try await setLabels(of: number, without: label, in: repository)
        return Ignored()
      }
    } catch {
      guard error.code == .notFound else { throw error }
    }
  }

  /// `PUT issues/N/labels`, unless the label is gone.
  private func setLabels(
    of number: Int, without label: GiteaLabel, in repository: RepositoryName
  ) async throws(ForgeError) {
    let present: [GiteaLabel] = try await host.read(
      get(repository, "issues", "\(number)", "labels"))
    let others = present.filter { $0.id != label.id }
    guard others.count < present.count else { return }
    try await host.repeatable(
      change(
        .put, repository, "issues", "\(number)", "labels",
        body: ["labels": .array(others.map { JSONValue.int($0.id) })]))
  }

  /// The ids of labels, which are created if they don't exist.
  func ids(
    of names: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> [Int] {
    var ids: [Int] = []
    for name in names {
      ids.append(try await existingLabel(Label(name: name), in: repository).label.id)
    }
    return ids
  }

  /// A label that is known, or found by reading them all.
  private func findLabel(
    named name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaLabel? {
    if let known = memory.label(name, of: repository) { return known }
    return try await readLabels(of: repository).first { $0.name == name }
  }
}

/// A label in Gitea's format.
struct GiteaLabel: Decodable, Hashable, Sendable {
  var id: Int
  var name: String
  var color: String?
  var description: String?

  var value: Label {
    let color = color ?? "ededed"
    return Label(
      name: name, color: color.hasPrefix("#") ? String(color.dropFirst()) : color,
      about: description ?? "")
  }
}
