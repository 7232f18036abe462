import JSON

extension WebhookFormat {
  /// Deliveries of Gitea and Forgejo, signed with HMAC-SHA256.
  ///
  /// The signature covers the JSON text, also if that is sent as a field of a form. `names` are the
  /// words in `X-…-Event`, `X-…-Delivery` and `X-…-Signature`, by preference.
  static func gitea(_ names: [String]) -> WebhookFormat {
    let signature = BodySignature(prefix: "")
    let signatures = names.map { "X-\($0)-Signature" }
    var format = WebhookFormat(
      eventHeader: "", idHeaders: names.map { "X-\($0)-Delivery" },
      mayBeAuthentic: { headers, _ in signature.isWellFormed(first(of: signatures, in: headers)) },
      isAuthentic: { headers, body, secret, _ in
        guard let text = try? payload(headers, body) else { return false }
        return signature.matches(first(of: signatures, in: headers), text, secret)
      },
      read: { headers, event, body throws(WebhookError) in
        try WebhookEvent(gitea: event, body: try payload(headers, body))
      })
    format.eventHeaders = names.map { "X-\($0)-Event" }
    format.contentTypes.insert(WebhookForm.contentType)
    return format
  }

  private static func payload(
    _ headers: Headers, _ body: [UInt8]
  ) throws(WebhookError) -> [UInt8] {
    contentType(headers) == WebhookForm.contentType ? try WebhookForm.payload(body) : body
  }
}

extension WebhookEvent {
  /// Reads a delivery of Gitea or Forgejo, of a repository's, an organization's or a system webhook.
  ///
  /// - Parameters:
  ///   - name: the header `X-Gitea-Event`.
  ///   - body: the complete JSON payload.
  /// - Throws: `WebhookError` unless the body is a JSON object, and for a known event without its
  ///   subject.
  package init(gitea name: String, body: [UInt8]) throws(WebhookError) {
    let root = try Node(webhook: body)
    self.init(try Self.giteaHint(name, root), sender: root["sender"]?["login"]?.string)
  }

  private static func giteaHint(_ name: String, _ root: Node) throws(WebhookError) -> Hint {
    switch name {
    case "push": return try push(root)
    case "delete": return try deletion(root)
    case "issue_comment": return try comment(root)
    case "issues": return try issue(root)
    case "pull_request_comment":
      // A comment on the conversation, or a review without a decision, by version.
      return root["comment"] == nil ? try pullRequest(root) : try comment(root)
    case "status": return try status(root)
    case "workflow_run", "workflow_job": return try workflow(root, name)
    case "action_run_success", "action_run_failure", "action_run_recover":
      return try actionRun(root)
    case "repository": return try repository(root)
    default: return name.hasPrefix("pull_request") ? try pullRequest(root) : .nothing
    }
  }

  private static func push(_ root: Node) throws(WebhookError) -> Hint {
    let name = try self.name(root)
    return .push(
      of: try root.text("ref"), to: name,
      defaultBranch: root["repository"]?["default_branch"]?.string)
  }

  /// A deleted branch is announced without a push.
  private static func deletion(_ root: Node) throws(WebhookError) -> Hint {
    guard root["ref_type"]?.string == "branch" else { return .nothing }
    return .push(try name(root), branch: try root.text("ref"), isDefault: false)
  }

  /// Pull requests from forks are ignored, even if the branch has one of our names.
  private static func pullRequest(_ root: Node) throws(WebhookError) -> Hint {
    let name = try self.name(root)
    let head = root["pull_request"]?["head"]
    // The ref is another one once the branch is deleted.
    guard let branch = head?["label"]?.string ?? head?["ref"]?.string else {
      throw WebhookError("payload: pull_request.head.label is missing")
    }
    let source = head?["repo"]?["full_name"]?.string
    guard source == nil || source?.lowercased() == name.description.lowercased() else {
      return .nothing
    }
    return .pullRequest(name, branch: branch)
  }

  /// Comments on issues and deleted comments are ignored.
  private static func comment(_ root: Node) throws(WebhookError) -> Hint {
    let name = try self.name(root)
    guard let comment = root["comment"] else {
      throw WebhookError("payload: comment is missing")
    }
    let isPullRequest =
      root["is_pull"]?.bool ?? root["issue"]?["pull_request"].map { !$0.isNull } ?? false
    guard isPullRequest, root["action"]?.string != "deleted" else { return .nothing }
    return .comment(comment["body"]?.string, in: name)
  }

  private static func issue(_ root: Node) throws(WebhookError) -> Hint {
    .edit(
      of: root["issue"]?["body"]?.string, root["changes"]?["body"]?["from"]?.string,
      in: try name(root))
  }

  private static func status(_ root: Node) throws(WebhookError) -> Hint {
    .check(try name(root), commit: try root.text("sha"), branches: [])
  }

  /// Gitea's Actions, from 1.24.
  private static func workflow(_ root: Node, _ key: String) throws(WebhookError) -> Hint {
    guard let run = root[key] else { throw WebhookError("payload: \(key) is missing") }
    return .check(
      try name(root), commit: run["head_sha"]?.string,
      branches: [run["head_branch"]?.string].compactMap(\.self))
  }

  /// Forgejo's Actions, from 12; the repository is a property of the run.
  private static func actionRun(_ root: Node) throws(WebhookError) -> Hint {
    guard let run = root["run"] else { throw WebhookError("payload: run is missing") }
    return .check(
      try name(root["repository"] == nil ? run : root), commit: run["commit_sha"]?.string,
      branches: [])
  }

  /// Only created and deleted repositories are announced, by webhooks of organizations and of the
  /// system; a renamed one is found by the redirect of its old name.
  private static func repository(_ root: Node) throws(WebhookError) -> Hint {
    let name = try self.name(root)
    return switch try root.text("action") {
    case "created": .granted([name])
    case "deleted": .withdrawn([name])
    default: .nothing
    }
  }

  private static func name(_ root: Node) throws(WebhookError) -> RepositoryName {
    try root.repository("repository", "full_name")
  }
}
