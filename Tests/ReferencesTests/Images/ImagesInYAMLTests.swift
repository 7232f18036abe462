import Ecosystem
import Testing
import Text

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

  @Test(arguments: [
    ("{apiVersion: v1, kind: Pod, image: \"node:20\"", "isn't valid YAML: "),
    ("\"apiVersion\": v1\n\"kind\": Pod\nimage: {{ .Image }}:20\n", "is a template, "),
  ])
  func `of an object that isn't YAML are reported`(text: String, message: String) async throws {
    let project = try await openImages(["Dockerfile": "FROM node:20\n", "pod.yaml": text])
    let all = try await project.dependencies()
    #expect(all.map(\.name) == ["node", "pod.yaml"])
    #expect(all.last?.problem?.message.hasPrefix(message) == true)
    #expect(all.last?.problem?.location?.file == "pod.yaml")
  }

  @Test func `are edited behind the default of a registry`() async throws {
    let text = "services:\n  web: {image: \"${HUB:-docker.io}/library/node:20\"}\n"
    let after = try await updatedImages(text, in: "compose.yml", "library/node", to: "24")
    #expect(after == text.replacing("node:20", with: "node:24"))
  }

  @Test func `are reported by name if a tag has no repository`() async throws {
    let text = """
      image: {tag: v1}
      web:
        initImage:
          tag: "1.2"
      images:
        worker: {tag: v3}
      other:
        image: {repository: node, tag: "20"}
        emptyImage: {tag: ""}
        pinnedImage: {tag: v2, digest: "sha256:00"}

      """
    let project = try await openImages(["chart/values.yaml": text])
    let all = try await project.dependencies()
    #expect(all.map(\.name) == ["node", "image.tag v1", "initImage.tag 1.2", "worker.tag v3"])
    let problems = all.dropFirst().compactMap(\.problem)
    #expect(
      problems.allSatisfy {
        $0.message == "has no repository beside it, so that its image isn't known"
      })
    #expect(problems.compactMap { $0.location?.line } == [1, 4, 6])
    let after = try await updatedImages(text, in: "chart/values.yaml", "node", to: "24")
    #expect(after == text.replacing("\"20\"", with: "\"24\""))
  }

  @Test(arguments: [
    #"{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"image": "node:20"}]}}"#,
    "\"apiVersion\": v1\n\"kind\": Pod\nspec: {containers: [{image: \"node:20\"}]}\n",
    "  apiVersion: v1\n  kind: Pod\n  spec: {containers: [{image: \"node:20\"}]}\n",
    "---\n{kind: Pod, apiVersion: v1, image: \"node:20\"}\n",
    "apiVersion: v1\nkind: Pod\nkey: \"a\n---BEGIN \"\nimage: \"node:20\"\n",
  ]) func `are edited in any form of an object of Kubernetes`(text: String) async throws {
    let after = try await updatedImages(text, in: "k8s/pod.yaml", "node", to: "24")
    #expect(after == text.replacing("node:20", with: "node:24"))
  }

  @Test(arguments: [
    #"{"version": 1, "about": ["apiVersion", "kind"], "image": "node:20"}"#,
    "about: apiVersion and kind\nimage: [\n",
  ]) func `aren't read in files of other kinds`(text: String) async throws {
    let project = try await openImages(["a/other.yaml": text, "Dockerfile": "FROM node:20\n"])
    #expect(try await project.dependencies().map(\.name) == ["node"])
  }
}
