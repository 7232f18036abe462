import JSON

extension WebhookEvent {
  /// Reads a delivery of GitHub.
  ///
  /// Payloads have more properties than the published schemas, so others are ignored.
  ///
  /// - Parameters:
  ///   - name: the header `X-GitHub-Event`.
  ///   - body: the complete JSON payload.
  /// - Throws: `WebhookError` unless the body is a JSON object, and for a known event without its
  ///   subject.
  package init(gitHub name: String, body: [UInt8]) throws(WebhookError) {
    let root = try Node(webhook: body)
    self.init(try Self.hint(name, root), sender: root["sender"]?["login"]?.string)
  }

  private static func hint(_ name: String, _ root: Node) throws(WebhookError) -> Hint {
    switch name {
    case "push": try push(root)
    case "pull_request", "pull_request_review": try pullRequest(root)
    case "check_run": try check(root, "check_run", "check_suite")
    case "check_suite": try check(root, "check_suite")
    case "status": try status(root)
    case "issue_comment": try comment(root)
    case "issues": try issue(root)
    case "merge_group": .check(try repository(root), commit: nil, branches: [])
    case "repository": try changed(root)
    case "installation": installation(root)
    case "installation_repositories": repositories(root)
    default: .nothing
    }
  }

  private static func push(_ root: Node) throws(WebhookError) -> Hint {
    let name = try repository(root)
    return .push(
      of: try root.text("ref"), to: name,
      defaultBranch: root["repository"]?["default_branch"]?.string)
  }

  /// Pull requests from forks are ignored, even if the branch has one of our names.
  private static func pullRequest(_ root: Node) throws(WebhookError) -> Hint {
    let name = try repository(root)
    let head = root["pull_request"]?["head"]
    guard let branch = head?["ref"]?.string else {
      throw WebhookError("payload: pull_request.head.ref is missing")
    }
    let source = head?["repo"]?["full_name"]?.string
    guard source == nil || source?.lowercased() == name.description.lowercased() else {
      return .nothing
    }
    return .pullRequest(name, branch: branch)
  }

  private static func check(_ root: Node, _ path: String...) throws(WebhookError) -> Hint {
    let name = try repository(root)
    guard let check = root[path[0]], let commit = check["head_sha"]?.string else {
      throw WebhookError("payload: \(path[0]).head_sha is missing")
    }
    let suite = path.dropFirst().reduce(check) { $0[$1] ?? $0 }
    let branches = [suite["head_branch"]?.string].compactMap(\.self)
    return .check(name, commit: commit, branches: branches)
  }

  private static func status(_ root: Node) throws(WebhookError) -> Hint {
    let branches = root["branches"]?.elements.compactMap { $0["name"]?.string } ?? []
    return .check(try repository(root), commit: try root.text("sha"), branches: branches)
  }

  /// Comments on issues and deleted comments are ignored.
  private static func comment(_ root: Node) throws(WebhookError) -> Hint {
    let name = try repository(root)
    guard let issue = root["issue"], let comment = root["comment"] else {
      throw WebhookError("payload: issue or comment is missing")
    }
    let isPullRequest = issue["pull_request"].map { !$0.isNull } ?? false
    guard isPullRequest, root["action"]?.string != "deleted" else { return .nothing }
    return .comment(comment["body"]?.string, in: name)
  }

  /// Only edits of dashboards count; one that is closed or reopened changes nothing else.
  private static func issue(_ root: Node) throws(WebhookError) -> Hint {
    .edit(
      of: root["issue"]?["body"]?.string, root["changes"]?["body"]?["from"]?.string,
      in: try repository(root))
  }

  /// A change of the repository as a whole.
  private static func changed(_ root: Node) throws(WebhookError) -> Hint {
    let name = try repository(root)
    switch try root.text("action") {
    case "renamed":
      let old = root["changes"]?["repository"]?["name"]?["from"]?.string
      guard let old, let old = RepositoryName("\(name.owner)/\(old)") else {
        throw WebhookError("payload: changes.repository.name.from is missing")
      }
      return .renamed(old, to: name)
    case "transferred":
      let from = root["changes"]?["owner"]?["from"]
      let owner = from?["organization"]?["login"]?.string ?? from?["user"]?["login"]?.string
      guard let owner, let old = RepositoryName("\(owner)/\(name.name)") else {
        throw WebhookError("payload: changes.owner.from is missing")
      }
      return .renamed(old, to: name)
    case "deleted", "archived": return .withdrawn([name])
    case "created", "unarchived", "privatized", "publicized": return .granted([name])
    case "edited" where root["changes"]?["default_branch"] != nil: return .granted([name])
    default: return .nothing
    }
  }

  private static func installation(_ root: Node) -> Hint {
    let found = names(root["repositories"])
    switch root["action"]?.string {
    case "deleted", "suspend": return .withdrawn(found)
    default: return .granted(found)
    }
  }

  private static func repositories(_ root: Node) -> Hint {
    let added = names(root["repositories_added"])
    return added.isEmpty ? .withdrawn(names(root["repositories_removed"])) : .granted(added)
  }

  private static func names(_ list: Node?) -> [RepositoryName] {
    list?.elements.compactMap { $0["full_name"]?.string.flatMap { RepositoryName($0) } } ?? []
  }

  private static func repository(_ root: Node) throws(WebhookError) -> RepositoryName {
    try root.repository("repository", "full_name")
  }
}
