import Arguments
import Configuration
import Ecosystem
import FileAccess
import Forges
import HTTP
import JSON
import Logging
import Text

extension Martlet {
  /// `martlet visit`, `martlet pause`, `martlet resume`: asks the running service by its API.
  func act(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let action = invocation.path[0]
    let found = try OperatorFile.named(by: invocation) { terminal.error("martlet: \($0)\n") }
    let service = try RemoteService(invocation, found ?? OperatorFile())
    let word = invocation.arguments.first
    if word == nil, !invocation.has("all") {
      throw Problem(
        .usage, "OWNER/NAME is missing",
        advice: action == "visit" ? nil : "--all stands for the whole fleet.")
    }
    var path = "/api/v1/actions/\(action)"
    if let word {
      guard RepositoryName(word) != nil else {
        throw Problem(.usage, "is not OWNER/NAME", subject: word)
      }
      let forge = try Self.forge(of: word, invocation, found ?? OperatorFile())
      path += "/\(PercentEncoding.component.encode(forge))"
      path += word.slashParts().map { "/" + PercentEncoding.component.encode(String($0)) }.joined()
    }
    let document = try await service.post(path)
    let message = document["message"]?.string ?? ""
    terminal.result("\(word ?? "fleet"): \(message)\n", invocation.has("json") ? document : nil)
    return .done
  }

  /// The forge that an option names, or the only one whose patterns select the repository.
  private static func forge(
    of repository: String, _ invocation: Invocation, _ settings: OperatorFile
  ) throws(Problem) -> String {
    if let name = invocation.value("forge") { return name }
    let all = settings.forges.filter { $0.repositories.include(repository) }
    guard let only = all.first, all.count == 1 else {
      throw Problem(
        .usage,
        all.isEmpty
          ? "no forge in the configuration selects this repository"
          : "several forges have this repository", subject: repository,
        advice: "name it with --forge.")
    }
    return only.name
  }
}

/// The service at the address of its pages.
private struct RemoteService {
  let url: String
  let token: Secret
  let client: HTTP.Client

  /// Finds the address and the token: options first, then the operator's file.
  init(_ invocation: Invocation, _ settings: OperatorFile) throws(Problem) {
    let address =
      invocation.value("server") ?? settings.publicURLs.first ?? "http://\(settings.listen)"
    url = String(address.reversed().drop { $0 == "/" }.reversed())
    token = try Self.token(invocation, settings)
    client = .live(
      LiveOptions(
        userAgent: "martlet/\(Martlet.version)", certificates: try settings.trustedCertificates(),
        allowsPrivate: { _ in true }))
  }

  private static func token(
    _ invocation: Invocation, _ settings: OperatorFile
  ) throws(Problem) -> Secret {
    if let path = invocation.value("token-file") {
      do throws(FileError) {
        let text = String(decoding: try readFile(path, limit: 1 << 16), as: UTF8.self)
        return Secret(String(text.prefix { !$0.isNewline }))
      } catch {
        throw Problem(.failed, "cannot be read: \(error)", subject: path)
      }
    }
    if let text = environment("MARTLET_API_TOKEN"), !text.isEmpty { return Secret(text) }
    guard let entry = settings.pages.tokens.first(where: { $0.scope == .operator }) else {
      throw Problem(
        .usage, "there is no token of an operator",
        advice: "add one to 'pages: {tokens: [...]}' in the operator's file, or name a file with "
          + "--token-file, or set MARTLET_API_TOKEN.")
    }
    return entry.token
  }

  /// Sends a request and returns the document of the response.
  func post(_ path: String) async throws(Problem) -> JSON.Value {
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(
        Request(
          .post, url + path, body: [], bodyLimit: 1 << 20,
          credential: Secret("Bearer \(token.reveal())")))
    } catch {
      throw Problem(
        .failed, "the service can't be reached: \(error.outage ?? "\(error.code)")", subject: url)
    }
    let document = try? Document(response.body, named: "response").root.value
    guard (200..<300).contains(response.status), let document else {
      let reason = document?["error"]?["message"]?.string ?? "status \(response.status)"
      throw Problem(.failed, reason, subject: url)
    }
    return document
  }
}
