import JSON

extension WebhookFormat {
  /// Bitbucket Data Center's deliveries, signed with HMAC-SHA256 if the webhook has a secret.
  static let bitbucket: WebhookFormat = {
    let signature = BodySignature(prefix: "sha256=")
    return WebhookFormat(
      eventHeader: "X-Event-Key", idHeaders: ["X-Request-Id", "X-Request-UUID"],
      mayBeAuthentic: { headers, _ in signature.isWellFormed(headers("X-Hub-Signature")) },
      isAuthentic: { headers, body, secret, _ in
        signature.matches(headers("X-Hub-Signature"), body, secret)
      },
      read: { _, event, body throws(WebhookError) in
        try WebhookEvent(bitbucket: event, body: body)
      })
  }()
}

extension WebhookEvent {
  /// Reads a delivery of Bitbucket Data Center, of a repository's or a project's webhook.
  ///
  /// No event reports builds: martlet looks for them by itself.
  ///
  /// - Parameters:
  ///   - name: the header `X-Event-Key`.
  ///   - body: the complete JSON payload.
  /// - Throws: `WebhookError` unless the body is a JSON object, and for a known event without its
  ///   subject.
  package init(bitbucket name: String, body: [UInt8]) throws(WebhookError) {
    let root = try Node(webhook: body)
    self.init(try Self.bitbucketHint(name, root), sender: root["actor"]?["name"]?.string)
  }

  private static func bitbucketHint(
    _ name: String, _ root: Node
  ) throws(WebhookError) -> Hint {
    switch name {
    case "repo:refs_changed": return try push(root)
    case "repo:modified": return try renamed(root)
    case "pr:comment:added", "pr:comment:edited": return try comment(root)
    default: return name.hasPrefix("pr:") ? try pullRequest(root) : .nothing
    }
  }

  /// The payload doesn't name the default branch; several branches lead to a visit of the repository.
  private static func push(_ root: Node) throws(WebhookError) -> Hint {
    let name = try repository(root["repository"], "repository")
    let refs = root["changes"]?.elements.compactMap { $0["ref"]?["id"]?.string } ?? []
    let branches = refs.filter { $0.hasPrefix("refs/heads/") }.map {
      String($0.dropFirst("refs/heads/".count))
    }
    guard let first = branches.first else { return .nothing }
    return branches.count == 1 ? .push(name, branch: first, isDefault: false) : .granted([name])
  }

  private static func renamed(_ root: Node) throws(WebhookError) -> Hint {
    let old = try repository(root["old"], "old")
    let new = try repository(root["new"], "new")
    return old == new ? .granted([new]) : .renamed(old, to: new)
  }

  /// Pull requests from forks are ignored, even if the branch has one of our names.
  private static func pullRequest(_ root: Node) throws(WebhookError) -> Hint {
    let pull = root["pullRequest"]
    let name = try repository(pull?["toRef"]?["repository"], "pullRequest.toRef.repository")
    let source = try repository(pull?["fromRef"]?["repository"], "pullRequest.fromRef.repository")
    guard source.isSame(as: name) else { return .nothing }
    return .pullRequest(name, branch: try root.text("pullRequest", "fromRef", "displayId"))
  }

  private static func comment(_ root: Node) throws(WebhookError) -> Hint {
    let target = root["pullRequest"]?["toRef"]?["repository"]
    let name = try repository(target, "pullRequest.toRef.repository")
    guard let comment = root["comment"] else {
      throw WebhookError("payload: comment is missing")
    }
    return .comment(comment["text"]?.string, in: name)
  }

  private static func repository(
    _ node: Node?, _ field: String
  ) throws(WebhookError) -> RepositoryName {
    guard let project = node?["project"]?["key"]?.string, let slug = node?["slug"]?.string,
      let name = RepositoryName("\(project)/\(slug)")
    else { throw WebhookError("payload: \(field) is missing") }
    return name
  }
}
