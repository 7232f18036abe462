import Ecosystem
import Testing

@Suite struct `Images in YAML` {
  @Test func `are edited in kustomizations`() async throws {
    let text = """
      resources: [app.yaml]
      images:
        - name: acme/api
          newName: node
          newTag: "20"
        - {name: redis, newTag: 7, digest: ""}

      """
    let project = try await openImages(["k8s/kustomization.yaml": text])
    #expect(try await project.dependencies().map(\.name) == ["node", "redis"])
    let after = try await updatedImages(text, in: "k8s/kustomization.yaml", "node", to: "24")
    #expect(after == text.replacing("\"20\"", with: "\"24\""))
  }

  @Test func `are edited behind the default of a registry`() async throws {
    let text = "services:\n  web: {image: \"${HUB:-docker.io}/library/node:20\"}\n"
    let after = try await updatedImages(text, in: "compose.yml", "library/node", to: "24")
    #expect(after == text.replacing("node:20", with: "node:24"))
  }
}
