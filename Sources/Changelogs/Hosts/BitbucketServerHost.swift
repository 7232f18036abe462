internal import HTTP
internal import JSON

/// Bitbucket Data Center's REST API.
///
/// It has no releases.
struct BitbucketServerHost: RepositoryHost {
  let repository: SourceRepository

  private func get(_ path: String) -> Request {
    let pagePath = repository.page.dropFirst(repository.origin.count)
    return Request(.get, "\(repository.origin)/rest/api/latest\(pagePath)\(path)")
  }

  func listing(of folder: String) -> Request {
    let path = folder.isEmpty ? "" : "/" + escaped(folder, keeping: "/")
    return get("/browse\(path)?limit=500")
  }

  func entries(in answer: Value) -> [FileEntry]? {
    let folder = answer["path"]?["toString"]?.string ?? ""
    return answer["children"]?["values"]?.array?.compactMap { item in
      guard let name = item["path"]?["toString"]?.string, !name.isEmpty else { return nil }
      return FileEntry(
        name: name, path: folder.isEmpty ? name : "\(folder)/\(name)",
        isFolder: item["type"]?.string == "DIRECTORY", size: item["size"]?.int)
    }
  }

  func file(_ path: String, at reference: String?) -> Request {
    get("/raw/\(escaped(path, keeping: "/"))\(query("at", reference))")
  }

  func filePage(_ path: String, at reference: String?) -> String {
    "\(repository.page)/browse/\(escaped(path, keeping: "/"))\(query("at", reference))"
  }

  func linePage(_ page: String, _ line: Int) -> String { "\(page)#\(line)" }

  func releases() -> Request? { nil }

  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)? { nil }

  func tags() -> Request { get("/tags?limit=100&orderBy=MODIFICATION") }
  func tag(in item: Value) -> String? { item["displayId"]?.string }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/commits?limit=100&until=\(escaped(reference))\(path)")
  }

  func commit(in item: Value) -> CommitTitle? {
    guard let id = item["id"]?.string, let text = item["message"]?.string else { return nil }
    return CommitTitle(id: id, title: text, page: "\(repository.page)/commits/\(escaped(id))")
  }

  func comparison(from old: String, to new: String) -> String {
    "\(repository.page)/compare/commits?sourceBranch=\(escaped(new))&targetBranch=\(escaped(old))"
  }

  private func query(_ name: String, _ value: String?) -> String {
    value.map { "?\(name)=\(escaped($0))" } ?? ""
  }
}
