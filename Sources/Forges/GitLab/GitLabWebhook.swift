import JSON

extension WebhookEvent {
  /// Reads a delivery of GitLab.
  ///
  /// Hooks of projects and groups name the event in the header; system hooks have one name for all,
  /// so the body decides.
  ///
  /// - Parameters:
  ///   - name: the header `X-Gitlab-Event`.
  ///   - body: the complete JSON payload.
  /// - Throws: `WebhookError` unless the body is a JSON object, and for a known event without its
  ///   subject.
  package init(gitLab name: String, body: [UInt8]) throws(WebhookError) {
    var options = Document.Options.lenient
    options.maximumDepth = 64
    let root: Node
    do {
      root = try Document(body, named: "payload", options: options).root
    } catch {
      throw WebhookError("\(error)")
    }
    guard root.kind == .object else { throw WebhookError("payload: expected an object") }
    let sender = root["user_username"]?.string ?? root["user"]?["username"]?.string
    self.init(try Self.hint(root), sender: sender)
  }

  private static func hint(_ root: Node) throws(WebhookError) -> Hint {
    switch root["object_kind"]?.string ?? root["event_name"]?.string {
    case "push": try push(root)
    case "merge_request": try mergeRequest(root)
    case "note": try note(root)
    case "pipeline": try pipeline(root)
    case "build": try job(root)
    case "project_create", "project_update": .granted(try names(root))
    case "project_destroy": .withdrawn(try names(root))
    case "project_rename", "project_transfer": try renamed(root)
    default: .nothing
    }
  }

  private static func push(_ root: Node) throws(WebhookError) -> Hint {
    let project = try project(root)
    let ref = try text(root, "ref")
    guard ref.hasPrefix("refs/heads/") else { return .nothing }
    let branch = String(ref.dropFirst("refs/heads/".count))
    let isDefault = root["project"]?["default_branch"]?.string == branch
    return .push(project, branch: branch, isDefault: isDefault)
  }

  /// Merge requests from forks are ignored, even if the branch has one of our names.
  private static func mergeRequest(_ root: Node) throws(WebhookError) -> Hint {
    let project = try project(root)
    let attributes = root["object_attributes"]
    guard let branch = attributes?["source_branch"]?.string else {
      throw WebhookError("payload: object_attributes.source_branch is missing")
    }
    guard attributes.map(isFromProject) ?? false else { return .nothing }
    return .pullRequest(project, branch: branch)
  }

  /// Notes on issues, commits and snippets are ignored, and those that GitLab writes itself.
  private static func note(_ root: Node) throws(WebhookError) -> Hint {
    let project = try project(root)
    guard let attributes = root["object_attributes"] else {
      throw WebhookError("payload: object_attributes is missing")
    }
    guard attributes["noteable_type"]?.string == "MergeRequest",
      attributes["system"]?.bool != true
    else { return .nothing }
    let lines = (attributes["note"]?.string ?? "").split(whereSeparator: \.isNewline)
    let isAddressed = lines.contains { $0.drop { $0 == " " }.hasPrefix("@") }
    return .comment(project, isAddressed: isAddressed)
  }

  /// A pipeline for merged results runs on a merge commit, so its merge request names the branch.
  private static func pipeline(_ root: Node) throws(WebhookError) -> Hint {
    let project = try project(root)
    guard let attributes = root["object_attributes"] else {
      throw WebhookError("payload: object_attributes is missing")
    }
    let branch = root["merge_request"]?["source_branch"]?.string ?? attributes["ref"]?.string
    return .check(
      project, commit: attributes["sha"]?.string, branches: [branch].compactMap(\.self))
  }

  /// Old servers don't name the project; the event of the pipeline follows anyway.
  private static func job(_ root: Node) throws(WebhookError) -> Hint {
    guard root["project"] != nil else { return .nothing }
    let ref = root["ref"]?.string
    // Jobs of merge requests have `refs/merge-requests/7/head`.
    let branches = [ref].compactMap(\.self).filter { !$0.hasPrefix("refs/") }
    return .check(try project(root), commit: root["sha"]?.string, branches: branches)
  }

  private static func renamed(_ root: Node) throws(WebhookError) -> Hint {
    guard let new = name(root["path_with_namespace"]),
      let old = name(root["old_path_with_namespace"])
    else { throw WebhookError("payload: path_with_namespace or its old value is missing") }
    return .renamed(old, to: new)
  }

  private static func names(_ root: Node) throws(WebhookError) -> [RepositoryName] {
    guard let found = name(root["path_with_namespace"]) else {
      throw WebhookError("payload: path_with_namespace is missing")
    }
    return [found]
  }

  private static func isFromProject(_ attributes: Node) -> Bool {
    let source = attributes["source_project_id"]?.value
    return source == nil || source == attributes["target_project_id"]?.value
  }

  private static func project(_ root: Node) throws(WebhookError) -> RepositoryName {
    guard let name = name(root["project"]?["path_with_namespace"]) else {
      throw WebhookError("payload: project.path_with_namespace is missing")
    }
    return name
  }

  private static func name(_ node: Node?) -> RepositoryName? {
    node?.string.flatMap { RepositoryName($0) }
  }

  private static func text(_ root: Node, _ key: String) throws(WebhookError) -> String {
    guard let text = root[key]?.string else { throw WebhookError("payload: \(key) is missing") }
    return text
  }
}
