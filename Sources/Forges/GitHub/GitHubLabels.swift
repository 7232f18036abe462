import HTTP
import JSON

extension GitHubForge {
  /// `GET labels`, a hundred a page.
  package func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label] {
    try await host.list(
      .get(repository.path("labels"), [("per_page", "100")], scope: .owner(repository.owner))
    ) { (page: [GitHubLabel]) in page.map(\.value) }
  }

  /// `POST labels`; an existing one may have another color, which isn't read.
  package func createLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<Label> {
    let call = HostCall.write(
      .post, repository.path("labels"),
      [
        "name": .string(label.name), "color": .string(label.color),
        "description": .string(label.about),
      ], scope: .owner(repository.owner))
    do throws(ForgeError) {
      let made: GitHubLabel = try await host.write(call) { () async throws(ForgeError) in
        try await find(label.name, in: repository)
      }
      return .created(made.value)
    } catch {
      guard error.code == .rejected else { throw error }
      if error.detail.contains("already_exists") { return .existed(label) }
      guard let there = try await find(label.name, in: repository)
      else { throw error }
      return .existed(there.value)
    }
  }

  private func find(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> GitHubLabel? {
    try await host.readIfPresent(
      .get(repository.path("labels", name), scope: .owner(repository.owner)))
  }

  /// `POST issues/N/labels`, which keeps present ones; no request for an empty list.
  package func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    guard !names.isEmpty else { return }
    try await host.repeatable(
      .write(
        .post, repository.path("issues", "\(number)", "labels"),
        ["labels": .array(names.map(Value.string))], scope: .owner(repository.owner)))
  }

  /// `DELETE issues/N/labels/NAME`; a 404 counts as removed.
  package func removeLabel(
    _ name: String, from number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    do throws(ForgeError) {
      try await host.repeatable(
        .write(
          .delete, repository.path("issues", "\(number)", "labels", name),
          scope: .owner(repository.owner)))
    } catch {
      guard error.code == .notFound else { throw error }
    }
  }
}

/// A label in GitHub's format.
private struct GitHubLabel: Decodable, Sendable {
  var name: String
  var color: String?
  var description: String?

  var value: Label { Label(name: name, color: color ?? "ededed", about: description ?? "") }
}
