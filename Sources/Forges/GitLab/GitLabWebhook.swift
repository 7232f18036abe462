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
    let root = try Node(webhook: body)
    let sender = root["user_username"]?.string ?? root["user"]?["username"]?.string
    self.init(try Self.hint(root), sender: sender)
  }

  private static func hint(_ root: Node) throws(WebhookError) -> Hint {
    switch root["object_kind"]?.string ?? root["event_name"]?.string {
    case "push": try push(root)
    case "merge_request": try mergeRequest(root)
    case "note": try note(root)
    case "issue": try issue(root)
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
    return .push(
      of: try root.text("ref"), to: project,
      defaultBranch: root["project"]?["default_branch"]?.string)
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
    return .comment(attributes["note"]?.string, in: project)
  }

  private static func issue(_ root: Node) throws(WebhookError) -> Hint {
    .edit(
      of: root["object_attributes"]?["description"]?.string,
      root["changes"]?["description"]?["previous"]?.string, in: try project(root))
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
    .renamed(
      try root.repository("old_path_with_namespace"),
      to: try root.repository("path_with_namespace"))
  }

  private static func names(_ root: Node) throws(WebhookError) -> [RepositoryName] {
    [try root.repository("path_with_namespace")]
  }

  private static func isFromProject(_ attributes: Node) -> Bool {
    let source = attributes["source_project_id"]?.value
    return source == nil || source == attributes["target_project_id"]?.value
  }

  private static func project(_ root: Node) throws(WebhookError) -> RepositoryName {
    try root.repository("project", "path_with_namespace")
  }
}
