import Crypto
import JSON
import Logging

extension WebhookFormat {
  /// Azure DevOps' service hooks, which have no signature.
  ///
  /// The secret is the password of the subscription's basic authentication, with any user name. The
  /// body names the event.
  static let azure: WebhookFormat = {
    var format = WebhookFormat(
      eventHeader: "", idHeaders: [],
      mayBeAuthentic: { headers, secret in isAzure(headers, secret) },
      isAuthentic: { headers, _, secret, _ in isAzure(headers, secret) },
      read: { _, _, body throws(WebhookError) in try WebhookEvent(azure: body) })
    format.eventHeaders = []
    return format
  }()
}

/// Compares the password of basic authentication in constant time; an empty secret is never right.
private func isAzure(_ headers: WebhookFormat.Headers, _ secret: Secret) -> Bool {
  let key = Array(secret.reveal().utf8)
  let words = (headers("Authorization") ?? "").split(separator: " ")
  guard !key.isEmpty, words.count == 2, words[0].lowercased() == "basic",
    let plain = Base64.decode(String(words[1])),
    let colon = plain.firstIndex(of: UInt8(ascii: ":"))
  else { return false }
  return equalInConstantTime(Array(plain[(colon + 1)...]), key)
}

extension WebhookEvent {
  /// Reads a notification of Azure DevOps.
  ///
  /// Builds are ignored: their notifications don't name the repository, and martlet looks for them by
  /// itself.
  ///
  /// - Parameter body: the complete JSON payload.
  /// - Throws: `WebhookError` unless the body is a JSON object with an event, and for a known event
  ///   without its subject.
  package init(azure body: [UInt8]) throws(WebhookError) {
    let root = try Node(webhook: body)
    let event = try root.text("eventType")
    let resource = root["resource"]
    switch event {
    case "git.push": self.init(try Self.azurePush(resource))
    case "git.pullrequest.created", "git.pullrequest.updated", "git.pullrequest.merged":
      self.init(try Self.azurePull(resource))
    case "ms.vss-code.git-pullrequest-comment-event":
      let pull = resource?["pullRequest"]
      let name = try Self.azureRepository(pull?["repository"], "resource.pullRequest.repository")
      guard let comment = resource?["comment"] else {
        throw WebhookError("payload: resource.comment is missing")
      }
      self.init(.comment(comment["content"]?.string, in: name))
    default: self.init(.nothing)
    }
  }

  /// Several branches lead to a visit of the repository.
  private static func azurePush(_ resource: Node?) throws(WebhookError) -> Hint {
    let name = try azureRepository(resource?["repository"], "resource.repository")
    let refs = resource?["refUpdates"]?.elements.compactMap { $0["name"]?.string } ?? []
    let heads = refs.filter { $0.hasPrefix("refs/heads/") }
    guard heads.count == 1 else { return heads.isEmpty ? .nothing : .granted([name]) }
    let main = AzureRef.branch(resource?["repository"]?["defaultBranch"]?.string)
    return .push(of: heads[0], to: name, defaultBranch: main)
  }

  /// Pull requests from forks are ignored, even if the branch has one of our names.
  private static func azurePull(_ resource: Node?) throws(WebhookError) -> Hint {
    let name = try azureRepository(resource?["repository"], "resource.repository")
    if resource?["forkSource"]?.kind == .object { return .nothing }
    guard let branch = AzureRef.branch(resource?["sourceRefName"]?.string) else {
      throw WebhookError("payload: resource.sourceRefName is missing")
    }
    return .pullRequest(name, branch: branch)
  }

  private static func azureRepository(
    _ node: Node?, _ field: String
  ) throws(WebhookError) -> RepositoryName {
    guard let project = node?["project"]?["name"]?.string, let repository = node?["name"]?.string,
      let name = RepositoryName(project: project, name: repository)
    else { throw WebhookError("payload: \(field) is missing") }
    return name
  }
}
