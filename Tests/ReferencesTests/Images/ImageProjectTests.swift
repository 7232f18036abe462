import Ecosystem
import HTTP
import Logging
import References
import Testing
import Text
import Versioning

@Suite struct `A project of images` {
  @Test(arguments: [
    ("FROM node:22-alpine\n", "FROM node:24-alpine\n"),
    (
      "from --platform=linux/amd64 node:22-alpine AS build\n",
      "from --platform=linux/amd64 node:24-alpine AS build\n"
    ),
    ("FROM node:22\nFROM node:20-alpine AS x\n", "FROM node:24\nFROM node:24-alpine AS x\n"),
    // Stages, variables and comments aren't images.
    (
      "FROM node:20-alpine AS node\nFROM node\nCOPY --from=node a b\n# FROM node:20\n",
      "FROM node:24-alpine AS node\nFROM node\nCOPY --from=node a b\n# FROM node:20\n"
    ),
    // A stage whose image is a template is a stage, too.
    (
      "FROM node:{{ .Tag }} AS build\nFROM node:20\nCOPY --from=build a b\n",
      "FROM node:{{ .Tag }} AS build\nFROM node:24\nCOPY --from=build a b\n"
    ),
    ("ARG V=20\nFROM node:$V\nFROM node:20\n", "ARG V=24\nFROM node:$V\nFROM node:24\n"),
    ("ARG V=\"20\" X\nFROM node:${V}-alpine\n", "ARG V=\"24\" X\nFROM node:${V}-alpine\n"),
    // The tag is literal, whatever else uses the variable.
    ("ARG HUB=docker.io\nFROM ${HUB}/node:20\n", "ARG HUB=docker.io\nFROM ${HUB}/node:24\n"),
    (
      "ARG H=docker.io P=/\nFROM $H${P}node:20-alpine\nFROM $H${P}node:20\nRUN a $H\n",
      "ARG H=docker.io P=/\nFROM $H${P}node:24-alpine\nFROM $H${P}node:24\nRUN a $H\n"
    ),
    ("ARG HUB=\nFROM ${HUB}node:20\n", "ARG HUB=\nFROM ${HUB}node:24\n"),
    ("FROM ${HUB:-docker.io}/node:20\n", "FROM ${HUB:-docker.io}/node:24\n"),
    (
      "ARG HUB=\nFROM ${HUB:-docker.io}/node:20\n", "ARG HUB=\nFROM ${HUB:-docker.io}/node:24\n"
    ),
    (
      "ARG BASE=node:20\nFROM ${BASE} AS a\nFROM ${BASE} AS b\n",
      "ARG BASE=node:24\nFROM ${BASE} AS a\nFROM ${BASE} AS b\n"
    ),
    (
      "FROM scratch\nCOPY --chown=a --from=node:20-alpine /a /b\n",
      "FROM scratch\nCOPY --chown=a --from=node:24-alpine /a /b\n"
    ),
    (
      "FROM scratch\nRUN --mount=type=bind,from=node:20,target=/x ls\n",
      "FROM scratch\nRUN --mount=type=bind,from=node:24,target=/x ls\n"
    ),
    // Continued lines and here documents.
    ("FROM \\\n  node:20 \\\n  AS x\n", "FROM \\\n  node:24 \\\n  AS x\n"),
    (
      "FROM node:20\nRUN <<EOF\nFROM node:20\nEOF\nCOPY --from=node:20 a b\n",
      "FROM node:24\nRUN <<EOF\nFROM node:20\nEOF\nCOPY --from=node:24 a b\n"
    ),
    ("# escape=`\r\nFROM `\r\n node:20\r\n", "# escape=`\r\nFROM `\r\n node:24\r\n"),
  ])
  func `edits Dockerfiles`(before: String, after: String) async throws {
    #expect(try await updatedImages(before, "node", to: "24-alpine") == after)
  }

  @Test(arguments: [
    ("ARG V\nFROM node:$V\n", "has the variable V, which no ARG gives a literal default"),
    ("ARG H\nFROM ${H}/node:20\n", "has the variable H, which no ARG gives a literal default"),
    (
      "ARG V=20\nFROM node:$V\nARG V\nRUN echo $V\n",
      "has the variable V, which is also used at Dockerfile:3:5"
    ),
    (
      "ARG V=20\nFROM node:$V\nFROM node:$V-alpine\n",
      "has the variable V, which other images use too"
    ),
    ("ARG V=20\nFROM node:${V:-22}\n", "has a variable with a default of its own"),
    ("ARG V=20\nFROM $R/node:$V\n", "has several variables"),
    ("FROM x AS y\nCOPY --from=$V /a /b\n", "has a variable"),
  ])
  func `refuses other variables`(text: String, reason: String) async throws {
    let all = try await openImages(["Dockerfile": text]).dependencies()
    #expect(all.last?.problem?.message == reason)
    #expect(all.last?.problem?.kind == .refused)
  }

  @Test func `replaces the digest by that of the new tag`() async throws {
    let text = try await updatedImages(
      "FROM node:22@\(tagDigest("22"))\n", "node", to: "24")
    #expect(text == "FROM node:24@\(tagDigest("24"))\n")
  }

  @Test func `edits Compose files`() async throws {
    let text = """
      services:
        web: {image: "node:22-alpine"}  # web
        db:
          image: redis:7
          environment: {image: "node:20"}

      """
    let after = try await updatedImages(text, in: "docker-compose.dev.yml", "node", to: "24-alpine")
    #expect(after == text.replacing("22-alpine", with: "24-alpine"))
  }

  @Test func `edits defaults of images in Compose files, and refuses those of tags`() async throws {
    let text = """
      services:
        web: {image: "${WEB:-node:22}"}
        db:
          image: redis:${TAG:-7}
        built:
          build: .
          image: acme/built:1.0

      """
    let project = try await openImages(["compose.yml": text])
    let all = try await project.dependencies()
    #expect(all.map(\.name) == ["node", "redis:${TAG:-7}"])
    #expect(all.last?.problem?.message == "has a variable")
    let after = try await updatedImages(text, in: "compose.yml", "node", to: "24")
    #expect(after == text.replacing("node:22", with: "node:24"))
  }

  @Test func `refuses a name with capital letters beside its tag`() async throws {
    let text = "images: [{name: acme/App, newTag: 1.2.0}, {name: node, newTag: \"22\"}]\n"
    let project = try await openImages(["kustomization.yaml": text])
    let all = try await project.dependencies()
    #expect(all.map(\.name) == ["node", "acme/App:1.2.0"])
    #expect(all.last?.problem?.message.hasPrefix("has capital letters") == true)
    #expect(all.last?.problem?.location?.column == 35)
  }

  @Test func `edits the tags of charts`() async throws {
    let text = """
      image:
        repository: node
        tag: "22-alpine"
      other: {image: {registry: docker.io, repository: library/redis, tag: 7}}
      third: {image: "node:20"}
      unread: {image: {repository: acme/app, tag: 1.10}}

      """
    let project = try await openImages(["chart/values.yaml": text])
    let all = try await project.dependencies()
    #expect(all.map(\.name) == ["library/redis", "node", "node", "acme/app:1.10"])
    #expect(all.last?.problem?.message == "has a tag that YAML reads as a number")
    let after = try await updatedImages(text, in: "chart/values.yaml", "node", to: "24-alpine")
    #expect(
      after
        == text.replacing("22-alpine", with: "24-alpine").replacing("node:20", with: "node:24"))
  }

  @Test func `edits images below other keys of charts, beside placeholders`() async throws {
    let text = """
      # {{ default }}
      initImage: node:20
      sidecarImage: {repository: node, tag: "22-alpine"}
      images:
        web: {repository: node, tag: "20"}
        job: "node:20"
      named: {image: {name: docker.io/library/node, tag: "20"}}
      other: {image: {repo: node, tag: "20"}}
      kind: image
      title: "{{ .Values.title }}"

      """
    let project = try await openImages(["chart/values.yaml": text])
    #expect(try await project.dependencies().map(\.name) == ["node", "node"])
    let after = try await updatedImages(text, in: "chart/values.yaml", "node", to: "24-alpine")
    #expect(
      after
        == text.replacing("22-alpine", with: "24-alpine").replacing("node:20", with: "node:24")
        .replacing("\"20\"", with: "\"24\""))
  }

  @Test func `reads values of releases in manifests, and reports templates`() async throws {
    let release = """
      apiVersion: v2
      kind: HelmRelease
      # {{ comment }}
      spec: {values: {image: {repository: node, tag: "20"}}}
      ---
      apiVersion: v1
      kind: OCIRepository
      spec: {url: oci://docker.io/library/redis, ref: {tag: "7"}}

      """
    let project = try await openImages(["apps/a.yaml": release])
    #expect(try await project.dependencies().map(\.name).sorted() == ["library/redis", "node"])
    let broken = try await openImages(["chart/values.yaml": "a: {{ .b }}: c\n"])
    #expect(
      try await broken.dependencies().compactMap(\.problem?.message) == [
        "is a template, which isn't YAML yet"
      ])
  }

  @Test func `moves uses of several forms, and adds digests on request`() async throws {
    let project = try await openImages(["Dockerfile": "FROM node:22-alpine\nFROM node:20\n"])
    let dependency = try #require(try await project.dependencies().first)
    let pinning = try #require(try await project.pinning(of: dependency))
    #expect(pinning.version == "22-alpine@\(tagDigest("22-alpine"))")
    var options = UpdateOptions()
    options.pins = true
    let goal = Goal.update([.init(name: "node", version: "24")], options)
    let change = try await project.change(toward: goal)
    #expect(
      change.files.first?.after.map { String(decoding: $0, as: UTF8.self) }
        == "FROM node:24-alpine@\(tagDigest("24-alpine"))\nFROM node:24@\(tagDigest("24"))\n")
    #expect(change.moves.map(\.from) == ["20"])
  }

  @Test func `edits each document of Kubernetes manifests`() async throws {
    let text = """
      # first
      apiVersion: v1
      kind: Pod
      spec: {containers: [{image: 'node:20'}]}
      ---
      apiVersion: apps/v1
      kind: Deployment
      spec:
        template:
          spec:
            initContainers:
            - image: node:22 # later
      """
    let after = try await updatedImages(text, in: "k8s/app.yaml", "node", to: "24")
    #expect(
      after == text.replacing("node:20", with: "node:24").replacing("node:22", with: "node:24"))
    let project = try await openImages(["k8s/app.yaml": text])
    #expect(
      try await project.dependencies().first?.location?.description == "k8s/app.yaml:4:30")
  }

  @Test func `refuses a manifest with thousands of documents`() async throws {
    let object = "apiVersion: v1\nkind: Pod\nspec: {image: 'node:20'}\n---\n"
    let few = try await openImages(["k8s/app.yaml": String(repeating: object, count: 1_500)])
    #expect(try await few.dependencies().map(\.name) == ["node"])
    await #expect(throws: Problem.self) {
      try await openImages(["k8s/app.yaml": String(repeating: object, count: 12_000)])
    }
  }

  @Test func `refuses an image with too many tags, and skips what isn't a tag`() async throws {
    let tags = (0..<100_001).map { "\"1.0.\($0)\"" }.joined(separator: ",")
    let long = String(repeating: "1.", count: 100) + "1"
    func imageRegistry(pages: Int) -> ImageRegistry {
      ImageRegistry(
        http: HTTP.Client { request in
          let page = Int(request.url.split(separator: "page=").dropFirst().first ?? "1") ?? 1
          let next = "</v2/library/node/tags/list?page=\(page + 1)>; rel=\"next\""
          return Response(
            status: 200, headers: page < pages ? ["Link": next] : [:],
            body: Array("{\"tags\":[\"\(long)\",\(tags)]}".utf8), url: request.url)
        })
    }
    let image = try #require(ImageReference("node:20"))
    #expect(try await imageRegistry(pages: 1).tags(of: image).count == 100_001)
    await #expect(throws: Problem.self) { try await imageRegistry(pages: 2).tags(of: image) }
  }

  @Test func `proposes tags of the same form with their step`() async throws {
    let project = try await openImages(["Dockerfile": "FROM node:22-alpine\n"])
    let dependency = try #require(try await project.dependencies().first)
    #expect(dependency.current == "22-alpine")
    let releases = try await project.releases(of: dependency)
    #expect(releases.map(\.version) == ["20-alpine", "22-alpine", "24-alpine"])
    #expect(releases.map(\.step) == [nil, nil, .major])
  }

  @Test func `proposes the present digest of a tag without a newer one`() async throws {
    let project = try await openImages([
      "Dockerfile": "FROM redis:8@\(tagDigest("8"))\nFROM node:latest@\(tagDigest("latest"))\n"
    ])
    let all = try await project.dependencies()
    #expect(try await project.releases(of: all[0]).isEmpty)
    let releases = try await project.releases(of: all[1])
    #expect(releases.map(\.version) == ["7", "8", "8@\(tagDigest("new8"))"])
    #expect(releases.map(\.step) == [nil, nil, .patch])
    let text = try await updatedImages(
      "FROM redis:8@\(tagDigest("8"))\n", "redis", to: releases[2].version)
    #expect(text == "FROM redis:8@\(tagDigest("new8"))\n")
  }

  @Test func `proposes the present digest of a tag whose newer ones may not be allowed`()
    async throws
  {
    let project = try await openImages(["Dockerfile": "FROM acme/web:1@\(tagDigest("1"))\n"])
    let all = try await project.dependencies()
    let releases = try await project.releases(of: all[0])
    #expect(releases.map(\.version) == ["1", "1@\(tagDigest("new1"))", "2"])
    #expect(releases.map(\.step) == [nil, .patch, .major])
  }

  @Test(arguments: [
    (401, "requires authentication at https://images.acme.dev, or doesn't exist there"),
    (404, "doesn't exist in https://images.acme.dev"),
    (503, "can't be read: https://images.acme.dev responded with 503"),
  ])
  func `names the registry that doesn't list tags`(status: Int, message: String) async throws {
    let registry = ImageRegistry(http: HTTP.Client { _ in Response(status: status) })
    let image = try #require(ImageReference("images.acme.dev/app/web:1"))
    let problem = await #expect(throws: Problem.self) { try await registry.tags(of: image) }
    #expect(problem?.message == message)
  }

  @Test(arguments: [
    ("{}", false), (#"{"tags":1}"#, false), ("x", false), (#"{"tags":null}"#, true),
  ])
  func `doesn't take a malformed list of tags for an empty one`(
    body: String, isList: Bool
  ) async throws {
    let registry = ImageRegistry(
      http: HTTP.Client { _ in Response(status: 200, body: Array(body.utf8)) })
    let image = try #require(ImageReference("node"))
    if isList {
      #expect(try await registry.tags(of: image) == [])
    } else {
      await #expect(throws: Problem.self) { try await registry.tags(of: image) }
    }
  }

  @Test func `refuses a digest without a tag`() async throws {
    let text = "FROM node@\(tagDigest("22"))\nFROM node:22\n"
    let all = try await openImages(["Dockerfile": text]).dependencies()
    #expect(all.map(\.name) == ["node", "node@\(tagDigest("22"))"])
    let problem = try #require(all.last?.problem)
    #expect(problem.kind == .refused)
    #expect(problem.location?.description == "Dockerfile:1:6")
  }

  @Test func `refuses a tag that doesn't exist`() async throws {
    await #expect(throws: Problem.self) {
      try await updatedImages("FROM node:22\n", "node", to: "23")
    }
    let project = try await openImages(["Dockerfile": "FROM missing:1\n"])
    let dependency = try #require(try await project.dependencies().first)
    await #expect(throws: Problem.self) { try await project.releases(of: dependency) }
  }

  @Test func `names images by path, and by registry too if several have the path`() async throws {
    let project = try await openImages([
      "Dockerfile": "FROM acme/app:v1.0\nFROM ghcr.io/acme/app:v1\n"
    ])
    #expect(try await project.dependencies().map(\.name) == ["acme/app", "ghcr.io/acme/app"])
  }

  @Test func `finds an image by its name with the registry too`() async throws {
    let project = try await openImages(["Dockerfile": "FROM ghcr.io/acme/app\nFROM acme/web:v1\n"])
    #expect(await project.declares("acme/app"))
    #expect(await !project.declares("ghcr.io/acme/app"))
    for name in ["acme/app", "ghcr.io/acme/app"] {
      #expect(try await project.explain(name, version: nil).first?.hasPrefix("acme/app") == true)
    }
    await #expect(throws: Problem.self) { try await project.explain("app", version: nil) }
  }

  @Test(.timeLimit(.minutes(10)))
  func `finds each of thousands of images without comparing it with all others`() async throws {
    let text = (0..<30_000).map { "FROM images.acme.dev/group/image\($0)\n" }.joined()
    let project = try await openImages(["Dockerfile": text])
    let all = try await project.dependencies()
    #expect(all.count == 30_000)
    for dependency in all {
      #expect(try await project.pinning(of: dependency) == nil)
    }
  }

  @Test func `is found by file names`() {
    let http = imageRegistry([:])
    let paths = [
      ".github/workflows/ci.yml", "Dockerfile", "app/compose.yaml", "app/docker-compose.dev.yml",
      "b/web.dockerfile", "docker-compose.yml", "node_modules/a/Dockerfile",
    ]
    #expect(
      ecosystem(.docker, http).discover(in: paths).map(\.directory) == ["/", "/app", "/b"])
    #expect(ecosystem(.compose, http).discover(in: paths).map(\.directory) == ["/app", "/"])
    let others = [
      "a/podman-compose.yml", "b/docker-compose-prod.yaml", "c/compose-dev.yml", "d/composer.yml",
      "e/dev.docker-compose.yml",
    ]
    #expect(
      ecosystem(.compose, http).discover(in: others).map(\.directory)
        == ["/a", "/b", "/c", "/e"])
  }

  @Test func `names the tag with the highest numbers of a form without a known order`()
    async throws
  {
    #expect(
      try await newer("FROM acme/week:2024-W03\n")
        == ["2024-W10 has a form whose order isn't known"])
  }

  @Test func `explains where an image is used`() async throws {
    let project = try await openImages(["Dockerfile": "FROM node:22\n"])
    #expect(
      try await project.explain("node", version: "24") == [
        "node is at 22 because:", "  Dockerfile:1:6 uses node:22", "node:24 can be chosen.",
      ])
  }
}

/// Returns the newer versions of the first dependency, with what holds them back.
private func newer(_ text: String, in file: String = "Dockerfile") async throws -> [String] {
  let project = try await openImages([file: text])
  let dependency = try #require(try await project.dependencies().first)
  return try await project.releases(of: dependency).filter { $0.step != nil }.map { release in
    release.version + (release.heldBack.map { " \($0)" } ?? "")
  }
}

@Suite struct `A tag in a form without newer tags` {
  @Test(arguments: [
    ("acme/os:3.2.1-alpine3.18", ["3.2.2-alpine3.19 has another form than 3.2.1-alpine3.18"]),
    ("acme/odd:2.1ubuntu3", ["2.4 has another form than 2.1ubuntu3"]),
    // A commit has no order, and `latest` moves by itself.
    ("acme/svc:1234567", []), ("node:latest", []), ("node:24-alpine", []),
    ("acme/review:pr-12", ["pr-13 has a form whose order isn't known"]),
    // A version or a date in front of a commit has an order.
    ("acme/nightly:20240101-1234567", ["20240201-7654321", "20240301-abc1234"]),
    ("acme/built:v1.0.0-1234567", ["v1.1.0-abc1234"]),
    ("acme/described:1.0.0-g1234567", ["1.1.0-g1111111"]),
    ("acme/daily:20240101-a123456", ["20240102-b123456"]),
    // A second version behind the first one stays where it can.
    ("acme/python:1-3.11", ["2-3.11"]), ("acme/postgis:16-3.4", ["17-3.5"]),
  ])
  func `is reported with the newest tag of another form`(
    image: String, expected: [String]
  ) async throws {
    #expect(try await newer("FROM \(image)\n") == expected)
  }
}

@Suite struct `Images of one name` {
  @Test func `refresh the digests of all their tags together`() async throws {
    let text = """
      FROM acme/base:debug@\(tagDigest("debug"))
      FROM acme/base:debug-nonroot@\(tagDigest("debug-nonroot"))

      """
    let project = try await openImages(["Dockerfile": text])
    let all = try await project.dependencies()
    #expect(all.map(\.id) == ["acme/base"])
    let release = try #require(try await project.releases(of: all[0]).last)
    #expect(release.version == "debug@\(tagDigest("newdebug"))")
    let change = try await project.change(
      toward: .update([all[0].target(release.version)], UpdateOptions()))
    let after = change.files.first.map { String(decoding: $0.after ?? [], as: UTF8.self) }
    #expect(
      after
        == text.replacing(tagDigest("debug"), with: tagDigest("newdebug"))
        .replacing(tagDigest("debug-nonroot"), with: tagDigest("newdebug-nonroot")))
    #expect(change.moves.map(\.from) == ["debug@\(tagDigest("debug"))"])
  }

  @Test func `are a dependency for each major version`() async throws {
    let project = try await openImages([
      "Dockerfile": "FROM node:22\nFROM node:22-alpine\nFROM node:20\nFROM node:latest\n"
    ])
    let all = try await project.dependencies()
    #expect(all.map(\.id) == ["node", "node@20", "node@other"])
    #expect(all.map(\.current) == ["22", "20", "latest"])
    let change = try await project.change(
      toward: .update([all[1].target("24")], UpdateOptions()))
    #expect(
      change.files.first?.after.map { String(decoding: $0, as: UTF8.self) }
        == "FROM node:22\nFROM node:22-alpine\nFROM node:24\nFROM node:latest\n")
  }
}
