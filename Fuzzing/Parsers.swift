import Configuration
import JSON
import SwiftPM
import SwiftSources
import Text
import Xcode
import YAML

/// The fuzzing targets by name.
///
/// A crash is a finding.
let parsers: [String: @Sendable ([UInt8]) -> Void] = [
  "advisory": { bytes in ServiceInputs.read(advisory: bytes) },
  "advisory-list": { bytes in ServiceInputs.list(advisories: bytes) },
  "azure": { bytes in ServiceInputs.ask(azure: bytes) },
  "berry-lock": { bytes in ScriptInputs.berry(["yarn.lock": bytes]) },
  "berry-settings": { bytes in ScriptInputs.berry([".yarnrc.yml": bytes]) },
  "berry-tarball": { bytes in ScriptInputs.berry([:], tarball: bytes) },
  "bitbucket": { bytes in ServiceInputs.ask(bitbucket: bytes) },
  "bun-lock": { bytes in ScriptInputs.bun(["bun.lock": bytes]) },
  "bunfig": { bytes in ScriptInputs.bun(["bunfig.toml": bytes]) },
  "cartfile": { bytes in AppInputs.carthage(["Cartfile": bytes], release: bytes) },
  "cartfile-binary": { bytes in AppInputs.carthage(binary: bytes) },
  "cartfile-resolved": { bytes in AppInputs.carthage(["Cartfile.resolved": bytes]) },
  "custom-references": { bytes in ReferenceInputs.custom(bytes) },
  "compose": { bytes in ImageInputs.compose(bytes) },
  "dependabot-yml": { bytes in
    ServiceInputs.read(configuration: bytes)
  },
  "devcontainer": { bytes in ImageInputs.features([".devcontainer.json": bytes]) },
  "devcontainer-lock": { bytes in
    let configuration = Array(#"{"features": {"ghcr.io/a/a:1": {}}}"#.utf8)
    ImageInputs.features([".devcontainer.json": configuration, ".devcontainer-lock.json": bytes])
  },
  "dockerfile": { bytes in ImageInputs.docker(["Dockerfile": bytes]) },
  "gem-index": { bytes in GemInputs.lock(index: bytes) },
  "gemfile": { bytes in GemInputs.read(["Gemfile": bytes]) },
  "gemfile-lock": { bytes in
    GemInputs.read(["Gemfile": Array("gem \"a\"\n".utf8), "Gemfile.lock": bytes])
  },
  "gemspec": { bytes in
    GemInputs.read(["Gemfile": Array("gemspec\n".utf8), "a.gemspec": bytes])
  },
  "gitea": { bytes in ServiceInputs.ask(gitea: bytes) },
  "github": { bytes in ServiceInputs.ask(gitHub: bytes) },
  "gitlab": { bytes in ServiceInputs.ask(gitLab: bytes) },
  "http-headers": { bytes in NumberInputs.send(headers: bytes) },
  "image-registry": { bytes in
    ImageInputs.docker(["Dockerfile": Array("FROM a:1.0.0\n".utf8)], registry: bytes)
  },
  "imports": { bytes in ServiceInputs.convert(bytes) },
  "json": { bytes in
    guard let document = try? JSON.Document(bytes, named: "input") else { return }
    _ = document.root.value.text(.indented())
  },
  "kubernetes": { bytes in
    ImageInputs.docker(["a.yaml": Array("apiVersion: v1\nkind: Pod\n".utf8) + bytes])
  },
  "markdown": { bytes in ServiceInputs.clean(bytes) },
  "martlet-yml": { bytes in
    let text = SourceText(file: "martlet.yml", bytes: bytes)
    _ = OperatorFile.read(text, ecosystems: ecosystems, placeholders: .unresolved)
  },
  "gitmodules": { bytes in AppInputs.submodules(bytes) },
  "mintfile": { bytes in AppInputs.mint(bytes) },
  "npmrc": { bytes in NodeInputs.build([".npmrc": bytes]) },
  "numbers": { bytes in NumberInputs.read(bytes) },
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
  "pnpm-lock": { bytes in ScriptInputs.pnpm(lock: bytes) },
  "pnpm-workspace": { bytes in ScriptInputs.pnpm(["pnpm-workspace.yaml": bytes]) },
  "pod-index": { bytes in AppInputs.pods(index: bytes) },
  "podfile": { bytes in AppInputs.pods(["Podfile": bytes]) },
  "podfile-lock": { bytes in AppInputs.pods(["Podfile.lock": bytes]) },
  "podspec": { bytes in AppInputs.read(podspec: bytes) },
  "podspec-json": { bytes in AppInputs.pods(podspec: bytes) },
  "reference-files": { bytes in ReferenceInputs.all(bytes) },
  "release-notes": { bytes in ServiceInputs.find(notes: bytes) },
  "runtime-versions": { bytes in ReferenceInputs.runtimes(bytes) },
  "ruby-interface": { bytes in GemInputs.compare(bytes) },
  "script-interface": { bytes in ScriptInputs.compare(bytes) },
  "semver": { bytes in NodeInputs.read(semver: bytes) },
  "swift-interface": { bytes in SwiftInputs.compare(bytes) },
  "tool-versions": { bytes in
    NodeInputs.build([".tool-versions": bytes, "mise.toml": bytes, ".nvmrc": bytes])
  },
  "version-lists": { bytes in ReferenceInputs.list(bytes) },
  "webhook": { bytes in ServiceInputs.read(webhook: bytes) },
  "workflow": { bytes in ImageInputs.actions([".github/workflows/a.yml": bytes]) },
  "xcode-workspace": { bytes in
    SwiftInputs.read([
      "a.xcworkspace/contents.xcworkspacedata": bytes, "a.xcodeproj/project.pbxproj": bytes,
    ])
  },
  "yaml": { bytes in _ = try? YAML.Document(SourceText(file: "input", bytes: bytes)) },
  "yarn-lock": { bytes in ScriptInputs.classic(["yarn.lock": bytes]) },
  "yarn-patch": { bytes in PatchInputs.update(patch: bytes) },
  "yarn-release": { bytes in PatchInputs.update(release: bytes) },
  "yarn-settings": { bytes in ScriptInputs.classic([".yarnrc": bytes]) },
]
