import Foundation
import HTTPServer
import JSON
import TestSupport
import Testing
import Text
import YAML

@testable import Service

/// Every error of the API is the document that its description has.
@Suite struct `An error of the API` {
  private static let bearer = ["Authorization": "Bearer \(ActionScene.viewer)"]

  @Test(
    arguments: [
      ("GET", "/api/v1/repositories", [:], 401, "a token is required"),
      ("POST", "/api/v1/actions/pause", [:], 401, "a token is required"),
      ("POST", "/api/v1/actions/pause", bearer, 403, "you may look, but not act"),
      (
        "POST", "/api/v1/actions/pause", ["Origin": "https://evil.dev"], 403,
        "A page of another site can't change anything here."
      ),
      ("GET", "/api/v1/actions/pause", bearer, 405, "method not allowed"),
      ("POST", "/api/v1/fleet", bearer, 405, "method not allowed"),
      ("GET", "/api/v1/nothing", bearer, 404, "Not found"),
      ("GET", "/api/v1/repositories/hub/acme/none", bearer, 404, "Not found"),
      ("GET", "/api/v1/packages/%zz/a", bearer, 400, "invalid path"),
      (
        "GET", "/api/v1/fleet?format=pdf", bearer, 400,
        "unknown format; known are csv, cyclonedx, spdx, sarif"
      ),
    ] as [(String, String, [String: String], Int, String)])
  func `is a document`(
    method: String, path: String, headers: [String: String], status: Int, message: String
  ) async throws {
    let response = try await ActionScene().ask(method, path, headers)
    #expect(response.status == status)
    #expect(
      response.headers.filter { $0.name == "Content-Type" }.map(\.value) == ["application/json"])
    let document = try JSON.Document(response.body, named: "error").root.value
    #expect(document["schema"]?.int == 1)
    #expect(document["error"]?["status"]?.int == status)
    #expect(document["error"]?["message"]?.string == message)
  }

  @Test func `keeps the header fields that it needs`() async throws {
    let scene = try await ActionScene()
    let method = await scene.ask("GET", "/api/v1/actions/pause", Self.bearer)
    #expect(method.headers.contains(HeaderField("Allow", "POST")))
    let token = await scene.ask("GET", "/api/v1/runs", [:])
    #expect(token.headers.contains { $0.name == "WWW-Authenticate" })
  }

  @Test func `of a page stays text or a page`() async throws {
    let scene = try await ActionScene()
    for path in ["/metrics", "/repositories/hub/acme/none"] {
      let response = await scene.ask("GET", path, Self.bearer)
      #expect(response.headers.allSatisfy { $0.value != "application/json" })
    }
  }

  @Test func `says nothing about the fleet to somebody without a token`() async throws {
    let scene = try await ActionScene()
    for path in ["/nothing", "/api/v1/nothing"] {
      let text = String(decoding: await scene.ask("GET", path, [:]).body, as: UTF8.self)
      #expect(!text.contains("hub"), "\(text)")
      let known = String(decoding: await scene.ask("GET", path, Self.bearer).body, as: UTF8.self)
      #expect(known.contains("hub.acme.dev"))
    }
  }

  @Test func `that the server sends by itself is a document, too`() {
    let text = ServerResponse.text("The request is larger than this server accepts.\n", status: 413)
    let shaped = text.forPrograms(asking: "/api/v1/actions/pause?x=1")
    #expect(shaped == .error(413, "The request is larger than this server accepts."))
    #expect(shaped.forPrograms(asking: "/api/v1/actions/pause") == shaped)
    #expect(text.forPrograms(asking: "/webhooks/hub") == text)
  }

  /// The errors that any address can have, and those of each action.
  @Test func `is described at every address`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let data = try Data(contentsOf: URL(filePath: "\(root)/docs/api/openapi.yaml"))
    let source = SourceText(file: "openapi.yaml", bytes: Array(data))
    let document = try YAML.Document(source).root
    let shared = try #require(document?["components"]?["responses"]?.entries)
    for response in shared {
      let content = response.value["content"]?["application/json"]
      let schema = content?["schema"]?["$ref"]?.string
      #expect(schema == "#/components/schemas/Error", "\(response.name)")
    }
    let known = Set(shared.map { "#/components/responses/\($0.name)" })
    for path in try #require(document?["paths"]?.entries) {
      for operation in path.value.entries ?? [] {
        let entries = operation.value["responses"]?.entries ?? []
        let errors = entries.filter { !$0.name.hasPrefix("2") }
        let wanted: Set = ["400", "401", "405", "421", "503"]
        let more: Set = operation.name == "post" ? ["403", "413"] : []
        #expect(wanted.union(more).isSubset(of: errors.map(\.name)), "\(path.name)")
        for error in errors {
          #expect(known.contains(error.value["$ref"]?.string ?? ""), "\(path.name) \(error.name)")
        }
      }
    }
  }
}
