import Ecosystem
import References

/// Fuzzes files that name versions of other things and have no lock.
enum ReferenceInputs {
  private static let answers: [String: [UInt8]] = [
    "": Array(
      #"{"tags": ["1.0.0", "1.1.0"], "versions": {"1.0.0": {}, "1.1.0": {}}, "name": "a"}"#.utf8)
  ]

  /// Updates a file of each kind that is made of the same bytes.
  static func all(_ bytes: [UInt8]) {
    let paths = [
      ".gitlab-ci.yml", ".circleci/config.yml", ".buildkite/pipeline.yml", "azure-pipelines.yml",
      "bitrise.yml", "Chart.yaml", "kustomization.yaml", "Brewfile", "main.tf",
      ".pre-commit-config.yaml", "compose.yaml", ".devcontainer.json", ".github/workflows/a.yml",
      "Mintfile", "values.yaml", ".terraform.lock.hcl", "Pluginfile",
    ]
    for path in paths { update([path: bytes]) }
    let chart = "dependencies: [{name: a, version: 1.0.0, repository: https://a.example}]\n"
    update(["Chart.yaml": Array(chart.utf8), "Chart.lock": bytes])
  }

  /// Updates the versions of runtimes.
  static func runtimes(_ bytes: [UInt8]) {
    let paths = [
      ".nvmrc", ".ruby-version", ".tool-versions", "mise.toml", "package.json", "Dockerfile",
      "Gemfile", ".github/workflows/a.yml", ".node-version", ".swift-version", ".xcode-version",
      "a.gemspec", "Package.swift", "gems.rb",
    ]
    for path in paths { update([path: bytes]) }
    update(["Gemfile": Array("ruby \"3.3.0\"\n".utf8), "Gemfile.lock": bytes])
  }

  /// Updates the gem that a regular expression finds, with a list of versions.
  static func custom(_ bytes: [UInt8]) {
    let references = CustomReferences(
      pattern: #"(?<name>\w+)[ =]+(?<current>\S+)(?: (?<digest>\w+))?"#, source: .rubygems)
    Projects.exercise(
      ["a.env": bytes], ReferenceKind.custom.description,
      reading: [CustomFiles(references) { $0 == "a.env" }], bodies: answers)
  }

  /// Lists versions.
  static func list(_ bytes: [UInt8]) {
    let chart = "dependencies: [{name: a, version: 1.0.0, repository: https://a.example}]\n"
    for (path, text) in [
      (".nvmrc", "1"), (".ruby-version", "1"), (".circleci/config.yml", "orbs: {a: a/a@1.0}\n"),
      ("Chart.yaml", chart), ("package.json", #"{"packageManager": "pnpm@1.0.0"}"#),
    ] {
      update([path: Array(text.utf8)], answers: ["": bytes])
    }
  }

  private static func update(
    _ files: [String: [UInt8]], answers: [String: [UInt8]] = answers
  ) {
    for kind in ReferenceKind.all {
      Projects.exercise(files, kind.description, bodies: answers)
    }
  }
}
