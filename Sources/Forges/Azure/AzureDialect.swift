import HTTP
import Logging
import Text

extension HostDialect {
  /// Azure DevOps' REST API.
  static let azure: HostDialect = {
    var dialect = HostDialect(headers: ["Accept": "application/json"])
    // Everything about a repository is below its project: `/Project/_apis/git/repositories/web`.
    dialect.locate = SourceRules.azure.locate
    // An invalid token is answered with a page for signing in, directly or by a redirect.
    dialect.isSignIn = { response in
      response.status == 203
        || response.headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true
    }
    dialect.code = { status, message in
      switch status {
      case 200...299: .unauthorized
      // The account was recognized.
      case 401 where message.contains("TF400813"): .forbidden
      default: nil
      }
    }
    return dialect
  }()
}

/// Returns the value of `Authorization` for a personal access token, which is a password, or a token of
/// Microsoft Entra, which is a JSON web token.
func azureHeader(_ token: Secret, isGit: Bool) -> Secret {
  token.reveal().hasPrefix("eyJ") ? .bearer(token) : .basic(user: "", password: token)
}

extension SourceRules {
  /// Paths of Azure DevOps' API have `_apis` somewhere below the organisation.
  static let azure: SourceRules = {
    var rules = SourceRules()
    rules.isAPI = { $0.contains("_apis") }
    rules.locate = { parts in
      guard parts.count >= 5, parts[1...3] == ["_apis", "git", "repositories"] else { return nil }
      return (5, RepositoryName("\(parts[0])/\(parts[4])"))
    }
    rules.accountPaths = [
      ["_apis", "connectionData"], ["_apis", "identities"], ["_apis", "accesscontrollists", "*"],
      ["OWNER", "_apis", "policy", "**"], ["OWNER", "_apis", "git", "policy", "**"],
      ["OWNER", "_apis", "build", "**"],
    ]
    return rules
  }()
}

extension HostAddresses {
  /// Derives the addresses from that of an organisation, `https://dev.azure.com/acme`, or of a
  /// collection, `https://tfs.acme.dev/tfs/DefaultCollection`; nil if that isn't an HTTP URL.
  init?(azure text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = try? AbsoluteURL(text), url.query == nil else { return nil }
    self.init(web: text, api: text)
    gitShape = GitPathShape(separator: "/_git/", suffix: "")
  }

  /// Where identities are: the cloud has a host of its own for them.
  var identities: String {
    let cloud = "https://dev.azure.com/"
    return web.hasPrefix(cloud) ? "https://vssps.dev.azure.com/" + web.dropFirst(cloud.count) : web
  }
}

extension AzureForge {
  /// The version that Server 2020 knows, too.
  static let version = "6.0"
  /// The same for parts of the API that have never left the preview.
  static let preview = "6.0-preview.1"

  /// A call that reads below a repository.
  func get(
    _ repository: RepositoryName, _ parts: String..., query: [(String, String)] = []
  ) -> HostCall {
    .get(path(repository, parts), query + [("api-version", Self.version)], scope: .account)
  }

  /// A call that reads below a repository's project.
  func get(
    in project: String, _ parts: [String], query: [(String, String)],
    version: String = AzureForge.version
  ) -> HostCall {
    .get([project, "_apis"] + parts, query + [("api-version", version)], scope: .account)
  }

  /// The parts of an API path below a repository.
  func path(_ repository: RepositoryName, _ parts: [String]) -> [String] {
    [repository.project, "_apis", "git", "repositories", repository.plainName] + parts
  }
}

extension HostCall {
  /// The call with the version of the API, which every request names.
  func versioned() -> HostCall {
    var call = self
    call.query.append(("api-version", AzureForge.version))
    return call
  }
}

extension RepositoryName {
  /// Combines a project and a repository, whose names may have spaces and other characters.
  ///
  ///     RepositoryName(project: "My Project", name: "web")?.description == "My%20Project/web"
  init?(project: String, name: String) {
    self.init("\(Self.escaped(project))/\(Self.escaped(name))")
  }

  /// The name of the project as people write it.
  var project: String { PercentEncoding.decode(owner) }
  /// The name of the repository as people write it.
  var plainName: String { PercentEncoding.decode(name) }

  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      if isLetter || "0123456789._-".utf8.contains(byte) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16).uppercased()
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
