import Foundation
import TestSupport
import Testing

/// The whole program with the images of a repository, a fake GitHub and a registry on loopback.
@Suite(.needsFakeHost, .serialized) struct `Images on GitHub` {
  private static let images = [
    "library/node": ["20-alpine", "22", "22-alpine", "24", "24-alpine", "24.1", "latest"],
    "private/app": ["v1.0", "v1.1", "v2.0-rc1"],
  ]

  @Test func `move to tags of the same form, with a token for each`() async throws {
    let scene = try await TagScene(images: Self.images)
    let files = [
      "Dockerfile": """
      ARG TAG=22
      FROM --platform=linux/amd64 node:20-alpine AS build
      FROM node:$TAG
      COPY --from=build /a /b

      """,
      "compose.yml":
        "services: {web: {image: \"private/app:v1.0@\(ImageServer.digest("v1.0"))\"}}\n",
    ]
    try await scene.found(files, for: "docker", "docker-compose")
    let first = try await scene.martlet("run")
    #expect(first.code == 0, "\(first.error)")
    let dockerfile = try await scene.pulls("Dockerfile")
    #expect(
      dockerfile["Bump node from 20-alpine to 24-alpine"]
        == files["Dockerfile"]?.replacing("20-alpine", with: "24-alpine"))
    // Another major version of the image is a requirement of its own.
    #expect(
      dockerfile["Bump node from 22 to 24"]
        == files["Dockerfile"]?.replacing("TAG=22", with: "TAG=24"))
    let compose = try await scene.pulls("compose.yml")
    #expect(
      compose["Bump private/app from v1.0 to v1.1"]
        == "services: {web: {image: \"private/app:v1.1@\(ImageServer.digest("v1.1"))\"}}\n")
    let writes = try await scene.writes()
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.writes() == writes)
  }

  @Test func `include features of development containers`() async throws {
    let scene = try await TagScene(images: ["birds/features/aster": ["1", "1.2", "2", "2.0"]])
    let feature = "ghcr.io/birds/features/aster"
    let text = "{\n  // c\n  \"features\": {\"\(feature):1\": {},},\n}\n"
    let path = ".devcontainer/devcontainer.json"
    try await scene.found([path: text], for: "devcontainers")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(
      try await scene.pulls(path)
        == ["Bump \(feature) from 1 to 2": text.replacing("aster:1", with: "aster:2")])
  }

  @Test func `fail one by one, and never look up to date`() async throws {
    let scene = try await TagScene(images: Self.images)
    try await scene.found(
      ["Dockerfile": "FROM node:22\nFROM private/app:v1.0\nFROM missing/image:1\n"], for: "docker")
    scene.registry.fail("private/app", with: 503)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 1)
    #expect(outcome.out.contains("responded with 503"), "\(outcome.out)")
    #expect(outcome.out.contains("doesn't exist in"), "\(outcome.out)")
    #expect(try await scene.pulls("Dockerfile").keys.sorted() == ["Bump node from 22 to 24"])
    scene.registry.fail("private/app", with: nil)
    _ = try await scene.martlet("run")
    #expect(try await scene.pulls("Dockerfile").count == 2)
  }
}
