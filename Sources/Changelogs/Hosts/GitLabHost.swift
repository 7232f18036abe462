internal import HTTP
internal import JSON

/// GitLab's REST API, version 4.
struct GitLabHost: RepositoryHost {
  let repository: SourceRepository

  private func get(_ path: String) -> Request {
    Request(.get, "\(repository.origin)/api/v4/projects/\(escaped(repository.path))\(path)")
  }

  func details() -> Request? { get("") }

  func listing(of folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/repository/tree?per_page=100\(path)")
  }

  func entries(in answer: Value) -> [FileEntry]? {
    answer.array?.compactMap { item in
      guard let name = item["name"]?.string, let path = item["path"]?.string else { return nil }
      return FileEntry(name: name, path: path, isFolder: item["type"]?.string == "tree", size: nil)
    }
  }

  func file(_ path: String, at reference: String?) -> Request {
    get("/repository/files/\(escaped(path))/raw?ref=\(escaped(reference ?? "HEAD"))")
  }

  func filePage(_ path: String, at reference: String?) -> String {
    "\(repository.page)/-/blob/\(escaped(reference ?? "HEAD", keeping: "/@"))/\(escaped(path, keeping: "/"))"
  }

  func linePage(_ page: String, _ line: Int) -> String { "\(page)?plain=1#L\(line)" }

  func releases() -> Request? { get("/releases?per_page=100") }

  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)? {
    guard let tag = item["tag_name"]?.string else { return nil }
    let page = "\(repository.page)/-/releases/\(escaped(tag))"
    return (tag, item["name"]?.string ?? tag, item["description"]?.string ?? "", page)
  }

  func tags() -> Request { get("/repository/tags?per_page=100") }
  func tag(in item: Value) -> String? { item["name"]?.string }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/repository/commits?per_page=100&ref_name=\(escaped(reference))\(path)")
  }

  func commit(in item: Value) -> CommitTitle? {
    guard let id = item["id"]?.string, let title = item["title"]?.string else { return nil }
    return CommitTitle(id: id, title: title, page: "\(repository.page)/-/commit/\(escaped(id))")
  }

  func comparison(from old: String, to new: String) -> String {
    "\(repository.page)/-/compare/\(escaped(old, keeping: "/@"))...\(escaped(new, keeping: "/@"))"
  }
}
