internal import HTTP

/// Asks GitHub for release notes, by REST 2022-11-28.
struct GitHubNotes: GitHubShape {
  let repository: SourceRepository
  let pageSize = "per_page=100"

  private var api: String {
    let base = GitHubAddresses(web: repository.origin)?.rest ?? repository.origin + "/api/v3"
    return "\(base)/repos/\(repository.path)"
  }

  func get(_ path: String) -> Request { get(path, accept: "application/vnd.github+json") }

  private func get(_ path: String, accept: String) -> Request {
    Request(.get, api + path, headers: ["Accept": accept, "X-GitHub-Api-Version": "2022-11-28"])
  }

  func file(_ path: String, at reference: String?) -> Request {
    let query = reference.map { "?ref=" + escaped($0) } ?? ""
    return get(
      "/contents/" + escaped(path, keeping: "/") + query, accept: "application/vnd.github.raw+json")
  }

  func filePage(_ path: String, at reference: String?) -> String {
    "\(repository.page)/blob/\(escaped(reference ?? "HEAD", keeping: "/@"))/\(escaped(path, keeping: "/"))"
  }

  func linePage(_ page: String, _ line: Int) -> String { "\(page)?plain=1#L\(line)" }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/commits?\(pageSize)&sha=\(escaped(reference))\(path)")
  }
}
