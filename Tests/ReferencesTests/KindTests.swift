import TestSupport
import Ecosystem
@testable import References
import Testing
import Text

private let tags = [
  "https://gitlab.com/acme/templates.git": "v1.0.0 v1.2.0 v2.0.0",
  "https://gitlab.com/components/scan.git": "1.0.0 1.1.0 2.0.0",
  "https://github.com/buildkite-plugins/docker-buildkite-plugin": "v3.3.0 v5.0.0",
  "https://github.com/acme/tool-buildkite-plugin": "v1.0.0 v1.1.0",
  "https://github.com/acme/templates": "v1.0 v1.1",
  "https://github.com/acme/step.git": "1.0.0 1.2.0",
  "https://github.com/acme/base": "v1.0.0 v1.0.1",
]

private let images = [
  "node": "20-alpine 22-alpine 20 22", "postgres": "15 16", "cimg/node": "20.1 20.2",
  "acme/charts/cache": "1.0.0 1.1.0",
]

private let documents = [
  "https://circleci.com/graphql-unstable":
    #"{"data": {"orb": {"versions": [{"version": "5.1.0"}, {"version": "5.2.0"}, {"version": "7.0.1"}]}}}"#,
  "https://api.github.com/repos/bitrise-io/bitrise-steplib/contents/steps/script": """
  [{"name": "1.1.0", "type": "dir"}, {"name": "1.2.1", "type": "dir"},
   {"name": "step-info.yml", "type": "file"}]
  """,
  "https://charts.example/index.yaml": """
  apiVersion: v1
  entries:
    other:
    - version: 9.0.0
    redis:
    - version: 17.0.0
      created: "2024-01-01T00:00:00Z"
    - version: 18.1.0
    - version: 19.0.0-rc.1
    zoo:
    - version: 99.0.0
  """,
]

private let outside = Outside(
  documents, tags: tags, images: images, host: "https://gitlab.com")

/// A file before and after, and what isn't evaluated.
struct KindCase: Sendable {
  var kind: ReferenceKind
  var path: String
  var before: String
  var after: String
  /// The refusals, each with its place.
  var refused: [String] = []
}

private let cases = [
  KindCase(
    kind: .gitlabCI, path: ".gitlab-ci.yml",
    before: """
      image: node:20-alpine # the tool
      variables:
        image: "not:1.0"
      include:
        - project: acme/templates
          ref: v1.0.0
          file: /a.yml
        - component: $CI_SERVER_FQDN/components/scan/sast@1.0.0
        - component: gitlab.com/components/scan/sast@~latest
        - remote: https://a.example/x.yml
        - local: /b.yml
      test:
        services:
          - postgres:15
          - name: postgres:15
        image: {name: "$IMAGE"}
        script:
          - !reference [.a, script]

      """,
    after: """
      image: node:22-alpine # the tool
      variables:
        image: "not:1.0"
      include:
        - project: acme/templates
          ref: v2.0.0
          file: /a.yml
        - component: $CI_SERVER_FQDN/components/scan/sast@2.0.0
        - component: gitlab.com/components/scan/sast@~latest
        - remote: https://a.example/x.yml
        - local: /b.yml
      test:
        services:
          - postgres:16
          - name: postgres:16
        image: {name: "$IMAGE"}
        script:
          - !reference [.a, script]

      """,
    refused: [
      "$IMAGE: has a variable at 16:17",
      "gitlab.com/components/scan/sast@~latest: always takes the newest version at 9:16",
      "https://a.example/x.yml: is a remote file, which has no versions at 10:13",
    ]),
  KindCase(
    kind: .circleCI, path: ".circleci/config.yml",
    before: """
      version: 2.1
      orbs:
        node: circleci/node@5.1
        volatile: acme/x@volatile
        own: {jobs: {a: {docker: [{image: "postgres:15"}]}}}
      jobs:
        test:
          docker:
            - image: cimg/node:20.1
            - image: << parameters.image >>
        old:
          machine: {image: "ubuntu-2204:2024.01.1"}
        mac:
          macos: {xcode: 15.0.0}

      """,
    after: """
      version: 2.1
      orbs:
        node: circleci/node@7.0
        volatile: acme/x@volatile
        own: {jobs: {a: {docker: [{image: "postgres:16"}]}}}
      jobs:
        test:
          docker:
            - image: cimg/node:20.2
            - image: << parameters.image >>
        old:
          machine: {image: "ubuntu-2204:2024.01.1"}
        mac:
          macos: {xcode: 15.0.0}

      """,
    refused: [
      "<< parameters.image >>: has a parameter at 10:16",
      "acme/x@volatile: follows a version that moves at 4:13",
      "ubuntu-2204:2024.01.1: is an image of CircleCI's machines, whose versions no public list "
        + "has at 12:22",
      "xcode 15.0.0: names Xcode, whose versions no public list has at 14:20",
    ]),
  KindCase(
    kind: .buildkite, path: ".buildkite/pipeline.yml",
    before: """
      steps:
        - command: make
          plugins:
            - docker#v3.3.0:
                image: node
            - acme/tool#v1.0.0
            - ./own
        - group: a
          steps:
            - plugins: {"docker#v3.3.0": null, "ecr": null}

      """,
    after: """
      steps:
        - command: make
          plugins:
            - docker#v5.0.0:
                image: node
            - acme/tool#v1.1.0
            - ./own
        - group: a
          steps:
            - plugins: {"docker#v5.0.0": null, "ecr": null}

      """, refused: ["ecr: has no version: it follows the default branch at 10:42"]),
  KindCase(
    kind: .azurePipelines, path: "azure-pipelines.yml",
    before: """
      resources:
        containers:
          - container: db
            image: postgres:15
        repositories:
          - {repository: t, type: github, name: acme/templates, ref: refs/tags/v1.0}
          - {repository: u, type: git, name: a/b, ref: refs/heads/main}
      stages:
        - stage: a
          jobs:
            - job: b
              container: node:20
              steps:
                - ${{ if eq(variables.a, 'b') }}:
                    - task: NodeTool@0
        - ${{ each job in parameters.jobs }}:
            - stage: c
              jobs: [{job: d, container: {image: "node:20"}}]
      extends:
        template: a.yml@t
        parameters:
          jobs: [{job: e, container: "node:20"}]

      """,
    after: """
      resources:
        containers:
          - container: db
            image: postgres:16
        repositories:
          - {repository: t, type: github, name: acme/templates, ref: refs/tags/v1.1}
          - {repository: u, type: git, name: a/b, ref: refs/heads/main}
      stages:
        - stage: a
          jobs:
            - job: b
              container: node:22
              steps:
                - ${{ if eq(variables.a, 'b') }}:
                    - task: NodeTool@0
        - ${{ each job in parameters.jobs }}:
            - stage: c
              jobs: [{job: d, container: {image: "node:22"}}]
      extends:
        template: a.yml@t
        parameters:
          jobs: [{job: e, container: "node:22"}]

      """,
    refused: [
      "NodeTool@0: is a task of Azure DevOps, whose versions no public list has at 15:23",
      "a/b: follows a branch at 7:50",
    ]),
  KindCase(
    kind: .bitrise, path: "bitrise.yml",
    before: """
      default_step_lib_source: https://github.com/bitrise-io/bitrise-steplib.git
      workflows:
        test:
          steps:
            - script@1.1.0:
                title: a
            - git::https://github.com/acme/step.git@1.0.0: {}
            - path::./own: {}
            - deploy: {}

      """,
    after: """
      default_step_lib_source: https://github.com/bitrise-io/bitrise-steplib.git
      workflows:
        test:
          steps:
            - script@1.2.1:
                title: a
            - git::https://github.com/acme/step.git@1.2.0: {}
            - path::./own: {}
            - deploy: {}

      """, refused: ["deploy: has no version: it takes the newest one at 9:9"]),
  KindCase(
    kind: .helm, path: "Chart.yaml",
    before: """
      dependencies:
        - {name: redis, version: 17.0.0, repository: https://charts.example}
        - name: cache
          version: "1.0.0"
          repository: oci://ghcr.io/acme/charts
        - {name: zoo, version: ~9, repository: https://charts.example}
        - {name: own, version: 1.0.0, repository: file://../own}

      """,
    after: """
      dependencies:
        - {name: redis, version: 18.1.0, repository: https://charts.example}
        - name: cache
          version: "1.1.0"
          repository: oci://ghcr.io/acme/charts
        - {name: zoo, version: ~9, repository: https://charts.example}
        - {name: own, version: 1.0.0, repository: file://../own}

      """,
    refused: [
      "zoo ~9: isn't an exact version: Helm takes the newest one of the range at 6:26"
    ]),
  KindCase(
    kind: .kustomize, path: "k8s/kustomization.yaml",
    before: """
      resources:
        - https://github.com/acme/base//config?ref=v1.0.0
        - ../own
        - https://git.example/a/b?ref=v1
        - https://github.com/acme/base//x?timeout=9s&ref=v1.0.0
        - https://github.com/acme/base/releases/download/v1.0.0/install.yaml
        - https://raw.githubusercontent.com/acme/base/v1.0.0/deploy/all.yaml
        - https://github.com/acme/base/raw/refs/tags/v1.0.0/all.yaml
        - https://raw.githubusercontent.com/acme/base/main/all.yaml
        - https://github.com/acme/base/releases/latest/download/install.yaml
        - https://github.com/acme/base/releases/download/v1.0.0/base-1.0.0.yaml
        - https://acme.example/all.yaml
      helmCharts:
        - {name: redis, version: 17.0.0, repo: https://charts.example}

      """,
    after: """
      resources:
        - https://github.com/acme/base//config?ref=v1.0.1
        - ../own
        - https://git.example/a/b?ref=v1
        - https://github.com/acme/base//x?timeout=9s&ref=v1.0.1
        - https://github.com/acme/base/releases/download/v1.0.1/install.yaml
        - https://raw.githubusercontent.com/acme/base/v1.0.1/deploy/all.yaml
        - https://github.com/acme/base/raw/refs/tags/v1.0.1/all.yaml
        - https://raw.githubusercontent.com/acme/base/main/all.yaml
        - https://github.com/acme/base/releases/latest/download/install.yaml
        - https://github.com/acme/base/releases/download/v1.0.0/base-1.0.0.yaml
        - https://acme.example/all.yaml
      helmCharts:
        - {name: redis, version: 18.1.0, repo: https://charts.example}

      """,
    refused: [
      "github.com/acme/base@main: follows a branch, or a tag that names no version at 9:5",
      "https://acme.example/all.yaml: is a remote base without a ref at 12:5",
      "https://git.example/a/b?ref=v1: isn't an address of a repository at github.com or "
        + "gitlab.com with a ref at 4:5",
      "https://github.com/acme/base/releases/download/v1.0.0/base-1.0.0.yaml: names its version "
        + "twice, and the name of the new file isn't known at 11:5",
      "https://github.com/acme/base/releases/latest/download/install.yaml: follows the newest "
        + "release at 10:5",
    ]),
]

@Suite struct `Files without a lock` {
  @Test(arguments: cases)
  func `move what they name, and nothing else changes`(one: KindCase) async throws {
    let project = try await outside.open(one.kind, [one.path: one.before])
    let updated = try await project.updated()
    #expect(updated[one.path] == one.after)
    #expect(updated.count == 1)
    let refused = try await project.found().filter { $0.contains(" at ") }.sorted()
    #expect(refused == one.refused)
  }

  @Test(arguments: [
    (ReferenceKind.brew, "Brewfile", "brew \"jq\"\n# brew\n", ["brew \"jq\""]),
    (.brew, "Brewfile", "brew(\"jq\")\n  go \"a/b\"\n", ["brew(\"jq\")", "go \"a/b\""]),
    (.terraform, "a/main.tf", "locals {}\nmodule \"x\" {\n}\n", ["module x"]),
    (
      .terraform, "a/versions.tf",
      """
      terraform {
        required_providers {
          aws = {
            source  = "hashicorp/aws" # {
            version = "~> 5.0"
          }
          // tls = "4.0"
          null-x = ">= 3"
        }
      }
      provider "aws" {
        region = "a"
      }
      """, ["provider aws", "provider null-x"]
    ),
    (
      .terraform, "main.tf",
      """
      module "own" {
        source = "./modules/own"
      }
      module "vpc" {
        source  = "terraform-aws-modules/vpc/aws"
        version = "5.0.0"
      }
      """, ["module vpc"]
    ),
    (
      .terraform, ".terraform.lock.hcl",
      "provider \"registry.terraform.io/hashicorp/aws\" {\n  version = \"5.0.0\"\n}\n",
      ["provider registry.terraform.io/hashicorp/aws"]
    ),
  ])
  func `are refused by name if nothing can be updated`(
    kind: ReferenceKind, path: String, text: String, names: [String]
  ) async throws {
    let project = try await outside.open(kind, [path: text])
    #expect(try await project.dependencies().map(\.name) == names)
    #expect(try await project.dependencies().allSatisfy { $0.problem?.location != nil })
  }

  @Test func `are refused beside a lock that would be out of date`() async throws {
    let chart =
      "dependencies: [{name: redis, version: 17.0.0, repository: https://charts.example}]\n"
    let project = try await outside.open(
      .helm, ["a/Chart.yaml": chart, "a/Chart.lock": "dependencies: []\n"])
    #expect(
      try await project.found() == [
        "redis 17.0.0: is also in Chart.lock, which has no digest at 1:39"
      ])
  }

  @Test(arguments: [("17.*", "18.*"), ("17.0.x", "18.1.x"), ("\"17.0\"", "\"18.1.0\"")])
  func `of Helm keep open ranges open`(before: String, after: String) async throws {
    let chart = { (version: String) in
      "dependencies: [{name: redis, version: \(version), repository: https://charts.example}]\n"
    }
    let project = try await outside.open(.helm, ["Chart.yaml": chart(before)])
    #expect(try await project.updated() == ["Chart.yaml": chart(after)])
  }

  @Test(arguments: [
    (
      ReferenceKind.gitlabCI, ".gitlab-ci.yml", "include: {project: acme/templates, ref: main}\n",
      "acme/templates@main"
    ),
    (
      .buildkite, ".buildkite/pipeline.yml", "steps: [{plugins: [\"acme/tool#main\"]}]\n",
      "acme/tool@main"
    ),
    (
      .kustomize, "kustomization.yaml",
      "resources: [\"https://github.com/acme/base//config?ref=main\"]\n",
      "github.com/acme/base@main"
    ),
  ])
  func `that follow a branch are reported`(
    kind: ReferenceKind, path: String, text: String, subject: String
  ) async throws {
    let project = try await outside.open(kind, [path: text])
    let problems = try await project.dependencies().compactMap(\.problem)
    #expect(problems.map(\.subject) == [subject])
    #expect(problems.map(\.message) == ["follows a branch, or a tag that names no version"])
    #expect(problems.allSatisfy { $0.location?.file == path })
  }

  @Test func `that repeat a value by an alias of YAML are edited once`() async throws {
    let text = "a: &a {image: \"node:20\"}\nb: {<<: *a, script: x}\nc: *a\n"
    let project = try await outside.open(.gitlabCI, [".gitlab-ci.yml": text])
    #expect(
      try await project.updated()
        == [".gitlab-ci.yml": text.replacing("node:20", with: "node:22")])
  }

  @Test func `that are broken don't concern the others`() async throws {
    let project = try await outside.open(
      .buildkite,
      [
        ".buildkite/a.yml": "steps: [{plugins: [\"docker#v3.3.0\"]}]\n",
        ".buildkite/b.yml": "a: [\n",
      ])
    #expect(try await project.updated().keys.sorted() == [".buildkite/a.yml"])
    #expect(try await project.found().contains { $0.hasPrefix(".buildkite/b.yml: isn't valid") })
  }

  @Test func `that include from a host which is unknown are refused`() async throws {
    let text = "include: {project: acme/x, ref: v1.0}\n"
    let found = try await Outside().open(.gitlabCI, [".gitlab-ci.yml": text]).found()
    #expect(
      found == [
        "acme/x: is on the host of this repository, which is unknown here at 1:10"
      ])
  }

  @Test(arguments: ReferenceKind.all)
  func `are read without a crash, whatever they contain`(kind: ReferenceKind) async throws {
    var random = SeededGenerator(seed: 7)
    let seeds = cases.filter { $0.kind.id == kind.id }
    for one in seeds {
      for _ in 0..<200 {
        var bytes = Array(one.before.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          bytes[index] = "\n :-{}[]\"'!&*#@$0v\u{0}".utf8.randomElement(using: &random) ?? 0
        }
        let source = SourceText(file: one.path, bytes: bytes)
        guard let file = try? kind.parse(source, ReferenceKind.Host(nil)) else { continue }
        #expect(file.listed.allSatisfy { $0.range.upperBound <= bytes.count })
      }
    }
    #expect(kind.directory("README.md") == nil)
  }
}
