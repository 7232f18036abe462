internal import HTTP
internal import JSON

/// A host with an API like GitHub's, as Gitea and Forgejo have it.
protocol GitHubShape: RepositoryHost {
  /// Creates a request for a path below the repository's address in the API.
  func get(_ path: String) -> Request
  /// The query that sets the page size.
  var pageSize: String { get }
}

extension GitHubShape {
  func details() -> Request? { get("") }

  func listing(of folder: String) -> Request { get("/contents/" + escaped(folder, keeping: "/")) }

  func entries(in answer: Value) -> [FileEntry]? {
    answer.array?.compactMap { item in
      guard let name = item["name"]?.string, let path = item["path"]?.string else { return nil }
      let isFolder = item["type"]?.string == "dir"
      return FileEntry(name: name, path: path, isFolder: isFolder, size: item["size"]?.int)
    }
  }

  func releases() -> Request? { get("/releases?" + pageSize) }

  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)? {
    guard let tag = item["tag_name"]?.string, item["draft"]?.bool != true else { return nil }
    let page = "\(repository.page)/releases/tag/\(escaped(tag, keeping: "/@"))"
    return (tag, item["name"]?.string ?? tag, item["body"]?.string ?? "", page)
  }

  func tags() -> Request { get("/tags?" + pageSize) }
  func tag(in item: Value) -> String? { item["name"]?.string }

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
