import Ecosystem
import References
import Testing

/// The tags of the images in tests of projects.
private let images = [
  "library/node": "20 22 22.1 24 20-alpine 22-alpine 24-alpine 25-rc1-alpine latest 20240101",
  "library/redis": "7 new:8", "acme/app": "v1.0 v1.1 new:v1.1",
  "acme/base": "new:debug new:debug-nonroot nonroot", "acme/svc": "1234567 8765432 12abcde",
  "acme/os": "3.2.1-alpine3.18 3.2.2-alpine3.19 3.2.3-slim", "acme/odd": "2.1ubuntu3 2.4 2.2",
  "acme/review": "pr-12 pr-13 pr-9", "acme/built": "v1.0.0-1234567 v1.1.0-abc1234 main-abc1234",
  "acme/nightly": "20240101-1234567 20240201-7654321 20240301-abc1234 20240401-edge",
  "acme/described": "1.0.0-g1234567 1.0.0-g7654321 1.1.0-g1111111",
  "acme/daily": "20240101-a123456 20240102-b123456 20240103-c123456 20240103-d123456",
  "acme/python": "1-3.11 2-3.11 2-3.12", "acme/postgis": "16-3.4 17-3.5",
  "acme/web": "new:1 2", "acme/week": "2024-W03 2024-W10 2024-W9 nightly",
]

/// Opens the first project of a tree with these files.
func openImages(_ files: [String: String]) async throws -> any OpenProject {
  let http = imageRegistry(images)
  let tree = SourceTree(name: "app", files: files)
  let all: [any PackageEcosystem] = [ecosystem(.compose, http), ecosystem(.docker, http)]
  let found = all.lazy.compactMap { ecosystem in
    ecosystem.discover(in: tree.paths).first.map { (ecosystem, $0) }
  }.first
  let (ecosystem, project) = try #require(found)
  return try await ecosystem.open(project, in: tree)
}

/// Returns a file in which an image has another version.
func updatedImages(
  _ text: String, in file: String = "Dockerfile", _ name: String, to version: String
) async throws -> String {
  let goal = Goal.update([.init(name: name, version: version)], UpdateOptions())
  let change = try await openImages([file: text]).change(toward: goal)
  return change.files.first.map { String(decoding: $0.after ?? [], as: UTF8.self) } ?? "unchanged"
}
