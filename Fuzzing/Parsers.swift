import JSON
import Text
import YAML

/// What can be fuzzed, by name: bytes in, nothing out; a trap is a finding.
let parsers: [String: @Sendable ([UInt8]) -> Void] = [
  "gem-index": { bytes in GemInputs.lock(index: bytes) },
  "gemfile": { bytes in GemInputs.read(["Gemfile": bytes]) },
  "gemfile-lock": { bytes in
    GemInputs.read(["Gemfile": Array("gem \"a\"\n".utf8), "Gemfile.lock": bytes])
  },
  "gemspec": { bytes in
    GemInputs.read(["Gemfile": Array("gemspec\n".utf8), "a.gemspec": bytes])
  },
  "json": { bytes in
    guard let document = try? JSON.Document(bytes, named: "input") else { return }
    _ = document.root.value.text(.indented())
  },
  "yaml": { bytes in _ = try? YAML.Document(SourceText(file: "input", bytes: bytes)) },
]
