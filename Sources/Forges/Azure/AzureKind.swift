import Text
import HTTP
import Logging

extension ForgeKind {
  /// Azure DevOps Services, and Azure DevOps Server from 2020 on.
  package static let azureDevOps: ForgeKind = {
    var kind = ForgeKind(id: "azure-devops", name: "Azure DevOps") { connection in
      try AzureForge(
        connection,
        pacing: HostPacing(pace: .milliseconds(100), contentPerMinute: 120, concurrency: 4))
    }
    kind.publicHosts = ["dev.azure.com", "ssh.dev.azure.com"]
    kind.settings.webAddress = azureWebAddress
    kind.settings.refusal = azureRefusal
    // Descriptions have at most 4,000 characters; a marker is one longer than the comment that it
    // replaces.
    kind.textLimits = TextLimits(title: 400, body: 3_950, commitMessage: 65_536)
    kind.links = ForgeLinkShapes(
      repository: azurePage, pullRequest: { "\(azurePage($1))/pullrequest/\($0)" })
    kind.text.pullRequestSign = "!"
    kind.text.inert = AzureText.inert
    kind.webhooks = .azure
    kind.urls = { url in
      HostAddresses(azure: url).flatMap { ForgeURLs($0, more: [$0.identities], .azure) }
    }
    kind.keys = { $0.tokenKeys(as: azureHeader) }
    kind.settingsFolders = [".azuredevops", ForgeKind.commonSettingsFolder]
    kind.advice.missingGrant = azureTokenAdvice
    kind.advice.writes = azureTokenAdvice
    kind.settings.signatures = .stored
    return kind
  }()
}

private let azureTokenAdvice = """
  create a personal access token with the scopes 'Code (read, write & status)', 'Build (read)', \
  'Identity (read)' and 'Security (manage)' of an account that may contribute to the repositories
  """

/// The path of a repository's page: `acme/web` becomes `/acme/_git/web`.
private func azurePage(_ name: String) -> String {
  let parts = name.slashParts(maxSplits: 1)
  // Names have their escapes already.
  return "/\(parts.first ?? "")/_git/\(parts.dropFirst().first ?? "")".replacing("%25", with: "%")
}

/// Returns the address of the organisation or collection to write instead of another URL.
///
///     azureWebAddress(insteadOf: "https://acme.visualstudio.com") == "https://dev.azure.com/acme"
private func azureWebAddress(insteadOf url: String) -> String? {
  let host = (try? AbsoluteURL(url).origin.host) ?? ""
  if host.hasSuffix(".visualstudio.com"), let name = host.split(separator: ".").first {
    return "https://dev.azure.com/\(name)"
  }
  guard let range = url.firstRange(of: "/_apis") ?? url.firstRange(of: "/_git/") else { return nil }
  return String(url[..<range.lowerBound])
}

/// Why a URL can't be served; nil if it can.
private func azureRefusal(_ url: String) -> String? {
  guard let address = try? AbsoluteURL(url), address.origin.host == "dev.azure.com" else {
    return nil
  }
  let parts = address.path.slashParts()
  return parts.count == 1
    ? nil : "the URL of Azure DevOps names one organisation: https://dev.azure.com/ORGANISATION"
}
