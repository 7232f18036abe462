import Configuration
import Ecosystem
import Patterns
import Testing
import Text

/// Imports a file with these managers.
private func imported(_ managers: String, _ more: String = "") -> ImportedFile {
  let text = "{\"customManagers\": [\(managers)]\(more)}"
  return importedRenovate(
    SourceText(file: "renovate.json", text), ecosystems: ecosystems,
    schema: FileKind.repository.schema(ecosystems))
}

/// The lines of the new file from `custom:` on, without comments.
private func custom(of file: ImportedFile) -> String {
  let lines = (file.text ?? "").split(separator: "\n").map { line in
    String(line)
  }
  return lines.drop { !$0.hasSuffix("custom:") }.dropFirst().joined(separator: "\n")
}

@Suite struct `Renovate's custom managers` {
  @Test func `become elements of custom`() throws {
    let file = imported(
      #"""
      {"customType": "regex", "managerFilePatterns": ["/(^|/)ci\\.env$/", "Makefile"],
       "matchStrings": [
         "# renovate: datasource=(?<datasource>.*?) depName=(?<depName>.*?)\\n.+=(?<currentValue>.*)",
         "^NODE=(?<currentValue>\\S+)$"],
       "datasourceTemplate": "github-tags", "depNameTemplate": "nodejs/node"},
      {"fileMatch": ["a"], "matchStrings": [
         "datasource=(?<datasource>.*?) depName=(?<depName>.*?)\\n.+=(?<currentValue>.*)"]}
      """#)
    #expect(file.findings.filter { $0.severity != .note } == [])
    let text = custom(of: file)
    #expect(text.contains(#"datasource=(?:.*?) depName=(?:.*?)\\n.+=(?<current>.*)"#))
    #expect(text.contains(#"datasource=(?<source>.*?) depName=(?<name>.*?)\\n.+=(?<current>.*)"#))
    #expect(text.contains(#"\\ANODE=(?<current>\\S+)\\z"#), "\(file.text ?? "")")
    #expect(text.contains("name: nodejs/node"))
    #expect(text.contains("source: github-tags"))
    #expect(file.carried.contains { $0.key == "custom" })
  }

  @Test(arguments: [
    (#"{"customType": "jsonata", "fileMatch": ["a"]}"#, "is not of the type 'regex'"),
    (
      #"{"fileMatch": ["a"], "matchStrings": ["(?<currentValue>a)"], "depNameTemplate": "{{x}}", "datasourceTemplate": "npm"}"#,
      "has a template that martlet can't evaluate: '{{x}}'"
    ),
    (
      #"{"fileMatch": ["a"], "matchStrings": ["(?<depName>a)(?<currentValue>a)"], "datasourceTemplate": "pypi"}"#,
      "has the data source 'pypi', which martlet lacks"
    ),
    (
      #"{"fileMatch": ["a"], "matchStrings": ["(?<depName>a)(?<currentValue>a)"], "datasourceTemplate": "npm", "extractVersionTemplate": "^v"}"#,
      "has 'extractVersionTemplate', which martlet's 'custom' lacks"
    ),
    (
      #"{"fileMatch": ["(?=a)"], "matchStrings": ["(?<depName>a)(?<currentValue>a)"], "datasourceTemplate": "npm"}"#,
      "has a regular expression for files that martlet can't use"
    ),
    (
      #"{"fileMatch": ["a"], "matchStrings": ["(?<depName>a)"]}"#,
      "without the group 'currentValue'"
    ),
    (
      #"{"fileMatch": ["a"], "matchStrings": ["a"], "matchStringsStrategy": "recursive"}"#,
      "combines expressions"
    ),
  ])
  func `that have no counterpart are reported, and nothing is lost`(
    manager: String, message: String
  ) {
    let file = imported(manager)
    let found = file.findings.contains {
      $0.severity == .warning && $0.message.contains(message)
        && $0.message.contains("customManagers[0]")
    }
    #expect(found, "\(file.findings)")
    #expect(custom(of: file) == "")
  }

  @Test(arguments: [
    ("dockerfile", "a/Dockerfile", "ARG WREN_VERSION=1.0.0\n"),
    ("githubActions", ".github/workflows/a.yml", "  wren_version: \"1.0.0\"\n"),
    ("gitlabPipeline", ".gitlab-ci.yml", "  WREN_VERSION: 1.0.0\n"),
    ("makefile", "Makefile", "export WREN_VERSION := 1.0.0\n"),
    ("tfvars", "a.tfvars", "wren_version = \"1.0.0\"\n"),
  ])
  func `of presets find what their comments name`(preset: String, path: String, line: String) throws
  {
    let text = "{\"extends\": [\"customManagers:\(preset)Versions\"]}"
    let file = importedRenovate(
      SourceText(file: "renovate.json", text), ecosystems: ecosystems,
      schema: FileKind.repository.schema(ecosystems))
    #expect(file.findings.filter { $0.severity != .note } == [])
    let source = SourceText(file: ".github/martlet.yml", try #require(file.text))
    let read = try #require(RepositoryFile.read(source, ecosystems: ecosystems).value)
    let entries = read.updates.flatMap(\.custom)
    #expect(entries.count == 2 && entries.allSatisfy { $0.includes(path) })
    for comment in ["depName=wren", "depName=x packageName=wren", "depName=wren versioning=loose"] {
      let content = "# renovate: datasource=npm \(comment)\n\(line)"
      let found = try entries.compactMap { entry -> [String]? in
        let pattern = try Pattern(entry.references.pattern)
        let bytes = Array(content.utf8)
        guard let match = try pattern.match(in: bytes, from: 0, retries: 100_000) else {
          return nil
        }
        return ["source", "name", "current"].map { name in
          let range = pattern.group(named: name).flatMap { match.groups[$0] } ?? 0..<0
          return String(decoding: bytes[range], as: UTF8.self)
        }
      }
      #expect(found == [["npm", "wren", "1.0.0"]], "\(content)")
    }
  }

  @Test func `are left out if Renovate doesn't run them`() {
    let manager =
      #"{"fileMatch": ["a"], "matchStrings": ["(?<depName>a)(?<currentValue>b)"], "datasourceTemplate": "npm"}"#
    let file = imported(manager, #", "enabledManagers": ["npm"]"#)
    #expect(file.text?.contains("package-ecosystem: custom") == false)
    #expect(file.findings.contains { $0.message.contains("lacks 'custom.regex'") })
    let both = imported(manager, #", "enabledManagers": ["npm", "custom.regex"]"#)
    #expect(both.text?.contains("package-ecosystem: custom") == true)
  }
}
