internal import HTTP

/// The API of Gitea 1.22 and Forgejo 11, which Codeberg runs.
struct GiteaHost: GitHubShape {
  let repository: SourceRepository
  let pageSize = "limit=50"

  func get(_ path: String) -> Request {
    Request(.get, "\(repository.origin)/api/v1/repos/\(repository.path)\(path)")
  }

  /// The API describes the root folder without a slash at the end.
  func listing(of folder: String) -> Request {
    get("/contents" + (folder.isEmpty ? "" : "/" + escaped(folder, keeping: "/")))
  }

  func file(_ path: String, at reference: String?) -> Request {
    get("/raw/" + escaped(path, keeping: "/") + (reference.map { "?ref=" + escaped($0) } ?? ""))
  }

  func filePage(_ path: String, at reference: String?) -> String {
    let folder = reference.map { "src/tag/" + escaped($0, keeping: "/@") } ?? "src"
    return "\(repository.page)/\(folder)/\(escaped(path, keeping: "/"))"
  }

  func linePage(_ page: String, _ line: Int) -> String { "\(page)?display=source#L\(line)" }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/commits?\(pageSize)&stat=false&files=false&sha=\(escaped(reference))\(path)")
  }
}
