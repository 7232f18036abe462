import Ecosystem
import Text
import YAML

/// Whether a path can be a Kubernetes manifest; hidden folders have none.
func isYAMLManifest(_ path: String) -> Bool {
  (path.hasSuffix(".yml") || path.hasSuffix(".yaml")) && !path.hasPrefix(".")
    && !path.contains("/.")
}

/// Whether a path is a kustomization, whose keys Kustomize lets be left out.
func isKustomization(_ path: String) -> Bool {
  ["kustomization.yaml", "kustomization.yml"].contains(TreePath.name(of: path))
}

/// Whether a path has the values of a Helm chart: `values.yaml`, `values-production.yml`.
func isChartValues(_ path: String) -> Bool {
  let name = TreePath.name(of: path)
  return name.hasPrefix("values") && isYAMLManifest(path)
}

extension SourceText {
  /// Whether the file has the two keys that every object of Kubernetes has.
  ///
  /// Lines suffice for most files, and for templates, which aren't YAML; other forms are parsed.
  ///
  /// - Returns: whether it is an object.
  /// - Throws: a refusal for a file with both words that isn't YAML.
  func namesKubernetesObject() throws(Problem) -> Bool {
    let keys = ["apiVersion", "kind"]
    let isWritten = keys.allSatisfy { key in
      bytes.lines.contains { $0.starts(with: "\(key):".utf8) }
    }
    if isWritten { return true }
    let text = string
    guard keys.allSatisfy(text.contains) else { return false }
    return try ReferenceFile.documents(of: self).contains { root in
      keys.allSatisfy { root[$0] != nil }
    }
  }

  /// Whether the file has placeholders, which are also usual in texts and comments of YAML.
  var hasPlaceholders: Bool { string.contains("{{") }

  /// Whether the file is a template of Helm, which isn't YAML yet.
  var isHelmTemplate: Bool {
    hasPlaceholders && TreePath.parts(of: file).dropLast().contains("templates")
  }
}
