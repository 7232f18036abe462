import JSON

/// What the readers of all hosts' webhooks need from a payload.
extension Node {
  /// Parses the body of a delivery.
  ///
  /// - Throws: `WebhookError` unless it is a JSON object.
  init(webhook body: [UInt8]) throws(WebhookError) {
    var options = Document.Options.lenient
    options.maximumDepth = 64
    do {
      self = try Document(body, named: "payload", options: options).root
    } catch {
      throw WebhookError("\(error)")
    }
    guard kind == .object else { throw WebhookError("payload: expected an object") }
  }

  /// Returns a text that the event cannot be without.
  ///
  /// - Parameter path: the keys that lead to it, such as `pull_request`, `head`, `ref`.
  /// - Returns: the text.
  /// - Throws: `WebhookError` if it is missing.
  func text(_ path: String...) throws(WebhookError) -> String {
    try text(at: path)
  }

  /// Returns the repository that a path of keys leads to.
  ///
  /// - Throws: `WebhookError` if it is missing or no name.
  func repository(_ path: String...) throws(WebhookError) -> RepositoryName {
    guard let name = RepositoryName(try text(at: path)) else { throw .missing(path) }
    return name
  }

  private func text(at path: [String]) throws(WebhookError) -> String {
    var node: Node? = self
    for key in path { node = node?[key] }
    guard let text = node?.string else { throw .missing(path) }
    return text
  }
}

extension WebhookError {
  /// The error of a payload without a property.
  static func missing(_ path: [String]) -> WebhookError {
    WebhookError("payload: \(path.joined(separator: ".")) is missing")
  }
}

extension WebhookEvent.Hint {
  /// A push, if the ref is one of a branch.
  ///
  /// - Parameters:
  ///   - ref: the complete name: `refs/heads/main`.
  ///   - name: the repository.
  ///   - defaultBranch: its default branch, if the payload names it.
  /// - Returns: `nothing` for a tag.
  static func push(
    of ref: String, to name: RepositoryName, defaultBranch: String?
  ) -> WebhookEvent.Hint {
    guard ref.hasPrefix("refs/heads/") else { return .nothing }
    let branch = String(ref.dropFirst("refs/heads/".count))
    return .push(name, branch: branch, isDefault: branch == defaultBranch)
  }

  /// An edit of an issue, which concerns martlet if its text is or was that of a dashboard.
  ///
  /// - Parameters:
  ///   - texts: the text and the one before the edit, as far as the payload has them.
  ///   - name: the repository.
  /// - Returns: `nothing` for other issues.
  static func edit(of texts: String?..., in name: RepositoryName) -> WebhookEvent.Hint {
    let isDashboard = texts.contains { $0?.contains(IssuePurpose.dashboard.marker) ?? false }
    return isDashboard ? .dashboard(name) : .nothing
  }

  /// A comment, which is addressed to a bot if a line of it begins with `@`.
  static func comment(_ text: String?, in name: RepositoryName) -> WebhookEvent.Hint {
    let lines = (text ?? "").split(whereSeparator: \.isNewline)
    return .comment(
      name, isAddressed: lines.contains { $0.drop { $0 == " " }.hasPrefix("@") })
  }
}
