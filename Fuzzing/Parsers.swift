import Configuration
import JSON
import SwiftPM
import Text
import YAML

/// The fuzzing targets by name.
///
/// A crash is a finding.
let parsers: [String: @Sendable ([UInt8]) -> Void] = [
  "advisory": { bytes in ServiceInputs.read(advisory: bytes) },
  "advisory-list": { bytes in ServiceInputs.list(advisories: bytes) },
  "dependabot-yml": { bytes in
    _ = RepositoryFile.read(SourceText(file: "dependabot.yml", bytes: bytes))
  },
  "gem-index": { bytes in GemInputs.lock(index: bytes) },
  "gemfile": { bytes in GemInputs.read(["Gemfile": bytes]) },
  "gemfile-lock": { bytes in
    GemInputs.read(["Gemfile": Array("gem \"a\"\n".utf8), "Gemfile.lock": bytes])
  },
  "gemspec": { bytes in
    GemInputs.read(["Gemfile": Array("gemspec\n".utf8), "a.gemspec": bytes])
  },
  "github": { bytes in ServiceInputs.ask(gitHub: bytes) },
  "json": { bytes in
    guard let document = try? JSON.Document(bytes, named: "input") else { return }
    _ = document.root.value.text(.indented())
  },
  "markdown": { bytes in ServiceInputs.clean(bytes) },
  "martlet-yml": { bytes in
    _ = OperatorFile.read(SourceText(file: "martlet.yml", bytes: bytes), placeholders: .unresolved)
  },
  "npmrc": { bytes in NodeInputs.build([".npmrc": bytes]) },
  "package-json": { bytes in NodeInputs.build(["package.json": bytes]) },
  "package-lock": { bytes in NodeInputs.build(["package-lock.json": bytes]) },
  "package-manifest": { bytes in
    let text = SourceText(file: "Package.swift", bytes: bytes)
    let reader = ManifestReader(tools: ToolsVersion(6, 3, 1))
    guard let manifest = try? reader.read(text) else { return }
    _ = try? reader.alternatives(in: text, besides: manifest.dependencies)
  },
  "package-release": { bytes in SwiftInputs.read([:], release: bytes) },
  "package-resolved": { bytes in
    _ = try? ResolvedFile(SourceText(file: "Package.resolved", bytes: bytes)).bytes
    SwiftInputs.read(["Package.resolved": bytes])
  },
  "packument": { bytes in NodeInputs.build([:], document: bytes) },
  "pbxproj": { bytes in
    _ = try? PropertyList(SourceText(file: "project.pbxproj", bytes: bytes))
  },
  "release-notes": { bytes in ServiceInputs.find(notes: bytes) },
  "semver": { bytes in NodeInputs.read(semver: bytes) },
  "webhook": { bytes in ServiceInputs.read(webhook: bytes) },
  "xcode-workspace": { bytes in
    SwiftInputs.read([
      "a.xcworkspace/contents.xcworkspacedata": bytes, "a.xcodeproj/project.pbxproj": bytes,
    ])
  },
  "yaml": { bytes in _ = try? YAML.Document(SourceText(file: "input", bytes: bytes)) },
]
