internal import HTTP
internal import JSON

/// The interface of Gitea 1.22 and Forgejo 11, which Codeberg runs.
struct GiteaHost: RepositoryHost {
  let repository: SourceRepository

  private func get(_ path: String) -> Request {
    Request(.get, "\(repository.origin)/api/v1/repos/\(repository.path)\(path)")
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
    get("/raw/" + escaped(path, keeping: "/") + (reference.map { "?ref=" + escaped($0) } ?? ""))
  }

  func filePage(_ path: String, at reference: String?) -> String {
    let place = reference.map { "src/tag/" + escaped($0, keeping: "/@") } ?? "src"
    return "\(repository.page)/\(place)/\(escaped(path, keeping: "/"))"
  }

  func linePage(_ page: String, _ line: Int) -> String { "\(page)?display=source#L\(line)" }

  func releases() -> Request? { get("/releases?limit=50") }

  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)? {
    guard let tag = item["tag_name"]?.string, item["draft"]?.bool != true else { return nil }
    let page = "\(repository.page)/releases/tag/\(escaped(tag, keeping: "/@"))"
    return (tag, item["name"]?.string ?? tag, item["body"]?.string ?? "", page)
  }

  func tags() -> Request { get("/tags?limit=50") }
  func tag(in item: Value) -> String? { item["name"]?.string }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/commits?limit=50&stat=false&files=false&sha=\(escaped(reference))\(path)")
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
