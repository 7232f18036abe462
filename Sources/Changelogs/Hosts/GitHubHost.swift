internal import HTTP
internal import JSON

/// GitHub's REST interface, 2022-11-28; Enterprise Server has it under `/api/v3`.
struct GitHubHost: RepositoryHost {
  let repository: SourceRepository

  private var api: String {
    let base =
      repository.origin == "https://github.com"
      ? "https://api.github.com" : repository.origin + "/api/v3"
    return "\(base)/repos/\(repository.path)"
  }

  private func get(_ path: String, accept: String = "application/vnd.github+json") -> Request {
    Request(.get, api + path, headers: ["Accept": accept, "X-GitHub-Api-Version": "2022-11-28"])
  }

  func listing(of folder: String) -> Request { get("/contents/" + escaped(folder, keeping: "/")) }

  func entries(in answer: Value) -> [FileEntry] {
    (answer.array ?? []).compactMap { item in
      guard let name = item["name"]?.string, let path = item["path"]?.string else { return nil }
      let isFolder = item["type"]?.string == "dir"
      return FileEntry(name: name, path: path, isFolder: isFolder, size: item["size"]?.int)
    }
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

  func releases() -> Request? { get("/releases?per_page=100") }

  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)? {
    guard let tag = item["tag_name"]?.string, item["draft"]?.bool != true else { return nil }
    let page = "\(repository.page)/releases/tag/\(escaped(tag, keeping: "/@"))"
    return (tag, item["name"]?.string ?? tag, item["body"]?.string ?? "", page)
  }

  func tags() -> Request { get("/tags?per_page=100") }
  func tag(in item: Value) -> String? { item["name"]?.string }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/commits?per_page=100&sha=\(escaped(reference))\(path)")
  }

  func commit(in item: Value) -> CommitTitle? {
    guard let id = item["sha"]?.string, let text = item["commit"]?["message"]?.string else {
      return nil
    }
    return CommitTitle(id: id, title: text, page: "\(repository.page)/commit/\(escaped(id))")
  }

  func comparison(from old: String, to new: String) -> String {
    "\(repository.page)/compare/\(escaped(old, keeping: "/@"))...\(escaped(new, keeping: "/@"))"
  }
}
