package import Ecosystem

extension SwiftPMEcosystem {
  /// Uses the products that targets use of the package, or else names derived from its identity.
  package func imports(of dependency: Dependency) -> ImportRule {
    let names = dependency.importNames
    return ImportRule(
      endings: [".swift"], names: names.isEmpty ? Self.moduleNames(of: dependency.name) : names,
      modules: Self.modules)
  }

  /// Derives likely names of the module if no target names a product of the package.
  static func moduleNames(of name: String) -> Set<String> {
    let plain = name.lowercased()
    let bare = plain.hasPrefix("swift-") ? String(plain.dropFirst(6)) : plain
    return Set([plain, bare, bare.replacing("-", with: ""), plain.replacing("-", with: "")])
  }

  /// Returns the modules that a source imports, in lowercase: `a` for `@testable import struct
  /// A.B`.
  static func modules(in source: String) -> Set<String> {
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
    var result: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let index = words.firstIndex(of: "import"), index < 4,
        words[..<index].allSatisfy({ $0.hasPrefix("@") || accessWords.contains($0) })
      else { continue }
      let rest = words[(index + 1)...].drop { kinds.contains($0) }
      guard let module = rest.first?.split(separator: ".").first else { continue }
      result.insert(module.prefix { $0 != ";" }.lowercased())
    }
    return result
  }

  /// Access modifiers of `import` (SE-0409).
  private static let accessWords: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
