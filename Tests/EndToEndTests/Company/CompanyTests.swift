import Foundation
import JSON
import TestSupport
import Testing

/// The whole program in a network with a proxy and a certificate authority of its own.
@Suite(.enabled(if: CompanyNetwork.isPresent), .serialized) struct `In a company's network` {
  /// A scene whose forge is behind the proxy, with lines for the end of the operator's file.
  private func scene(_ lines: (CompanyNetwork) -> String) async throws -> (
    GitLabScene, CompanyNetwork
  ) {
    let scene = try await GitLabScene()
    let network = try await CompanyNetwork(before: scene.fake.url)
    let file = try scene.folder.read("martlet.yml").replacing(scene.fake.url, with: network.url)
    try scene.folder.write(file + lines(network), to: "martlet.yml")
    return (scene, network)
  }

  private func run(
    _ scene: GitLabScene, _ words: [String] = ["run"], environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: scene.folder.path,
      environment: environment.merging(["TOKEN": "glpat-fixed"]) { $1 })
  }

  @Test func `requests, fetches and pushes go through the tunnel of a proxy`() async throws {
    let (scene, network) = try await scene {
      "proxy: {https: '\($0.proxy)'}\ntls: {ca-file: '\($0.authority)'}\n"
    }
    let outcome = try await run(scene)
    #expect(outcome.code == 0 && outcome.out.contains("opened !1"), "\(outcome.out)")
    #expect(network.log == ["proxy CONNECT lab.example.test:\(network.secure)"])
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.1.0"])
    #expect(try await run(scene, ["doctor"]).out.contains("may push branches"))
  }

  @Test func `the variables of the environment are used, also by worker processes`() async throws {
    let (scene, network) = try await scene { _ in "listen: 127.0.0.1:0\n" }
    let environment = [
      "TOKEN": "glpat-fixed", "HTTPS_PROXY": network.proxy, "SSL_CERT_FILE": network.authority,
    ]
    let daemon = try GitLabDaemon(scene.folder, environment: environment)
    try await eventually { try await scene.openTitles().count == 1 }
    await daemon.end()
    #expect(network.log == ["proxy CONNECT lab.example.test:\(network.secure)"])
  }

  @Test func `an exception is reached without the proxy`() async throws {
    let (scene, network) = try await scene { "tls: {ca-file: '\($0.authority)'}\n" }
    let outcome = try await run(
      scene, environment: ["HTTPS_PROXY": network.proxy, "NO_PROXY": ".example.test"])
    #expect(outcome.code == 1)
    #expect(
      outcome.out.contains("\(network.url) cannot be reached: its host name does not resolve"))
    #expect(network.log == [])
  }

  @Test func `an unknown authority and a proxy that is away are named`() async throws {
    let (scene, network) = try await scene { _ in "" }
    let unknown = try await run(scene, environment: ["HTTPS_PROXY": network.proxy])
    #expect(unknown.code == 1)
    #expect(unknown.out.contains("\(network.url) has a certificate that is not trusted"))
    let away = try await run(scene, environment: ["HTTPS_PROXY": "http://127.0.0.1:9"])
    #expect(away.code == 1)
    #expect(away.out.contains("\(network.url) cannot be reached: the proxy does not connect to it"))
  }

  @Test func `a client certificate is presented to its registry alone`() async throws {
    let (scene, network) = try await scene { network in
      """
      proxy: {https: '\(network.proxy)'}
      tls: {ca-file: '\(network.authority)'}
      registries:
        - url: \(network.url)/npm/
          client-certificate: \(network.folder.path)/client.pem
          client-key: \(network.folder.path)/client.key

      """
    }
    #expect(try await run(scene).code == 0)
    #expect(!network.log.contains("certificate client"))
    _ = try await run(scene, ["doctor"])
    #expect(network.log.contains("certificate client"))
  }
}
