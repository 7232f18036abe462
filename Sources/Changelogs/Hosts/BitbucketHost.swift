import Text
internal import HTTP
internal import JSON

/// Bitbucket Cloud's REST API, version 2.0.
///
/// It has no releases.
struct BitbucketHost: RepositoryHost {
  let repository: SourceRepository

  private func get(_ path: String) -> Request {
    Request(.get, "https://api.bitbucket.org/2.0/repositories/\(repository.path)\(path)")
  }

  func listing(of folder: String) -> Request {
    let path = folder.isEmpty ? "" : escaped(folder, keeping: "/") + "/"
    return get("/src/HEAD/\(path)?pagelen=100")
  }

  func entries(in answer: Value) -> [FileEntry]? {
    items(in: answer)?.compactMap { item in
      guard let path = item["path"]?.string, let name = path.slashParts().last else {
        return nil
      }
      let isFolder = item["type"]?.string == "commit_directory"
      return FileEntry(
        name: String(name), path: path, isFolder: isFolder, size: item["size"]?.int)
    }
  }

  func file(_ path: String, at reference: String?) -> Request {
    get("/src/\(escaped(reference ?? "HEAD"))/\(escaped(path, keeping: "/"))")
  }

  func filePage(_ path: String, at reference: String?) -> String {
    "\(repository.page)/src/\(escaped(reference ?? "HEAD", keeping: "@"))/\(escaped(path, keeping: "/"))"
  }

  func linePage(_ page: String, _ line: Int) -> String { "\(page)#lines-\(line)" }

  func releases() -> Request? { nil }

  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)? { nil }

  func tags() -> Request { get("/refs/tags?pagelen=100&sort=-target.date") }
  func tag(in item: Value) -> String? { item["name"]?.string }

  func commits(at reference: String, in folder: String) -> Request {
    let path = folder.isEmpty ? "" : "&path=" + escaped(folder)
    return get("/commits/\(escaped(reference))?pagelen=100\(path)")
  }

  func commit(in item: Value) -> CommitTitle? {
    guard let id = item["hash"]?.string, let text = item["message"]?.string else { return nil }
    return CommitTitle(id: id, title: text, page: "\(repository.page)/commits/\(escaped(id))")
  }

  func comparison(from old: String, to new: String) -> String {
    "\(repository.page)/branches/compare/\(escaped(new))%0D\(escaped(old))"
  }
}
