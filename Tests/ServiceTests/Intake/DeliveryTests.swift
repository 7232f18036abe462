import Configuration
import Crypto
import Forges
import HTTPServer
import Logging
import Testing

@testable import Service

private let secret = Secret("It's a Secret to Everybody")

/// A forge that takes webhooks.
func forge(_ patterns: String..., secret: Secret? = secret) -> ForgeSettings {
  var forge = ForgeSettings()
  forge.name = "hub"
  forge.webhookSecret = secret
  forge.repositories = patterns.compactMap { RepositoryPattern($0) }
  return forge
}

/// A delivery as GitHub sends it, signed unless a signature is given.
func delivery(
  _ body: String, event: String? = "push", id: String? = "1", signature: String?? = nil,
  type: String = "application/json"
) -> ServerRequest {
  let bytes = Array(body.utf8)
  let code = Digest.hmac(.sha256, of: bytes, key: Array(secret.reveal().utf8)).hexadecimal
  let fields: [(String, String?)] = [
    ("Content-Type", type), ("X-GitHub-Event", event), ("X-GitHub-Delivery", id),
    ("X-Hub-Signature-256", signature ?? "sha256=\(code)"),
  ]
  return ServerRequest(
    "POST", "/webhooks/hub",
    headers: fields.compactMap { name, value in value.map { HeaderField(name, $0) } }, body: bytes)
}

func push(_ branch: String = "main", to repository: String = "acme/app") -> String {
  #"{"ref": "refs/heads/\#(branch)", "#
    + #""repository": {"full_name": "\#(repository)", "default_branch": "main"}}"#
}

@Suite struct `A delivery of a webhook` {
  private func refusal(
    _ request: ServerRequest, _ settings: ForgeSettings? = forge("acme/*")
  ) -> Delivery.Refusal? {
    do throws(Delivery.Refusal) {
      _ = try Delivery(request, to: settings)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [nil, "", "sha256=", "sha256=00", "sha1=abc", "sha256=zz", "757107ea0eb2"])
  func `any other signature is refused`(header: String?) {
    #expect(refusal(delivery(push(), signature: .some(header))) == .forged)
  }

  @Test func `an authentic delivery is read`() throws {
    let read = try Delivery(delivery(push(), id: "d-1"), to: forge("acme/*"))
    let app = try #require(RepositoryName("acme/app"))
    #expect(read.forge == "hub" && read.id == "d-1")
    #expect(read.event == WebhookEvent(.push(app, branch: "main", isDefault: true)))
  }

  @Test func `each mistake has a status`() {
    let cases: [(Delivery.Refusal?, Int)] = [
      (refusal(delivery(push()), nil), 404), (refusal(delivery(push()), forge(secret: nil)), 401),
      (refusal(delivery(push(), signature: .some(nil))), 401),
      (refusal(delivery(push(), event: nil)), 400), (refusal(delivery("{")), 400),
    ]
    #expect(cases.map { $0.0?.response.status } == cases.map(\.1))
  }

  @Test func `a forged body is not read, however broken it is`() {
    #expect(refusal(delivery("{", signature: "sha256=00")) == .forged)
  }

  @Test func `a payload in a form is read, too`() throws {
    let form =
      "payload=%7B%22ref%22%3A+%22refs%2Fheads%2Fmain%22%2C%22repository%22%3A%7B"
      + "%22full_name%22%3A%22acme%2Fapp%22%7D%7D"
    let type = "application/x-www-form-urlencoded"
    let read = try Delivery(delivery(form, type: type), to: forge("acme/*"))
    let app = try #require(RepositoryName("acme/app"))
    #expect(read.event.hint == .push(app, branch: "main", isDefault: false))
    for broken in ["", "payload=%7", "other=%7B%7D"] {
      #expect(refusal(delivery(broken, type: type))?.response.status == 400, "\(broken)")
    }
  }
}
